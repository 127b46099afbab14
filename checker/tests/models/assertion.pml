/* A lost update: the assertion fails on some of the ways to it. */
byte n, finished;

active [2] proctype Add()
{
	byte i, t;
	do
	:: i < 3 -> t = n; n = t + 1; i++
	:: else -> break
	od;
	finished++;
	(finished == 2);
	assert(n >= 4)
}
