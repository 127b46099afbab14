/* Priorities: only the most urgent of those who can move does, and one is lowered on the way. */
byte x, order;

active proctype Urgent() priority 3
{
	do
	:: x < 2 -> x++
	:: x == 2 -> set_priority(_pid, 1); break
	od;
	order = order * 2 + 1;
	x = 3
}

active [2] proctype Usual() priority 2
{
	x > 0;
	order = order + _pid;
	if
	:: get_priority(0) == 1 -> x = 5
	:: x > 2 -> skip
	:: order > 2 -> order = 0
	fi
}
