/* Loops, nested ones flattened into the outer choice, and their exits. */
byte x;
active proctype P()
{
	do
	:: x < 3 -> x++
	:: do :: x == 3 -> x = 0 :: x > 3 -> break od
	:: else -> break
	od;
	x = 9
}
