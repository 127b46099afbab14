/* A variable is reset to zero after the write or the test behind which nobody reads it.
   raw 79 58 0 16 0
   default 63 44 0 14 0
   por 27 4 0 14 0 */
byte g;
active [2] proctype P() {
	byte x, y, z = 3;
	x = 1;
	if :: x == 1 -> y = 2 :: x == 2 fi;
	(z > y);
	g = g + y;
	y = 5;
	g = 0
}
