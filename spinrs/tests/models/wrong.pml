byte x;
active proctype P() {
	x = y;
	z!x
}
