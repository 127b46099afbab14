/* More states than any limit of the tests. */
int x, y;

active proctype X() {
	do
	:: x++
	od
}

active proctype Y() {
	do
	:: y++
	od
}
