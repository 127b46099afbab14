/* A jump out of an atomic sequence makes it visible if it leads backwards.
   raw 57 42 165 36 0
   default 57 42 45 20 0
   por 51 16 30 20 0 */
byte g;
active [2] proctype P() { byte x, y;
again:	atomic { x++; y = x; if :: x == 3 -> goto done :: x < 3 fi; y = 2; goto again };
	g = 1;
done:	y = 3; y = 4; g++
}
