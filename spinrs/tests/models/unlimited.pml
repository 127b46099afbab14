/* More states than any limit of the tests. Variables that nobody reads would not count. */
int x, y;

active proctype X() {
	do
	:: x++
	od
}

active proctype Y() {
	do
	:: y++
	:: x + y < 0 -> skip
	od
}
