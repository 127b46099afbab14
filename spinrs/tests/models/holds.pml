/* A bounded counter with a branch that is never taken. */
byte x;

active proctype Count() {
	do
	:: x < 5 -> x++
	:: x == 7 ->
		x = 0
	:: x == 5 -> break
	od;
	assert(x == 5)
}
