/* More processes than Spin has numbers for. */
byte n;

proctype P() {
	false
}

active proctype Starter() {
	short i;
	do
	:: i < 300 -> run P(); i++
	:: else -> break
	od;
	assert(_nr_pr == 301)
}
