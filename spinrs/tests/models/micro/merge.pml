/* Local steps, each a state of its own. */
byte g;
active [2] proctype P() {
	byte x, y;
	x = 1;
	y = x + 1;
	x = y;
	g = g + x
}
