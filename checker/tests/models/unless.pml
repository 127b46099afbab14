/* Escapes: of a loop, of an atomic sequence, nested, and by a message. */
chan stop = [1] of { bit };
byte x, y;

active proctype Worker()
{
	{
		do
		:: x < 3 -> x++
		:: x == 3 -> atomic { y = x; (y != 3); y = 0 }
		:: x > 0 -> x = 0
		od unless { y == 2 -> x = 7 }
	} unless {
		stop?1 -> y = 9
	}
	assert(y == 9 || x == 7)
}

active proctype Other()
{
	if
	:: stop!1
	:: y = 2; y = 1
	fi
}
