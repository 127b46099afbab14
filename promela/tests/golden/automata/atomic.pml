/* Atomic sequences: all steps but the last keep control; a jump out gives it up by a step of its own. */
byte x;
active proctype P()
{
	atomic { x = 1; if :: x == 1 -> x = 2 :: else -> goto out fi; x = 3 };
	atomic { x = 4 };
	x = 5;
out:	x = 6
}
