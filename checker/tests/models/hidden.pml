/* Hidden variables are no part of the state: scratch that is written before it is read. */
hidden byte scratch;
hidden int sum;
show byte x;
local byte mine;
byte y;

active [2] proctype P()
{
	do
	:: atomic { x < 5 -> scratch = x * 2; sum = scratch + y; x++; y = sum % 3 }
	:: atomic { x > 0 -> scratch = y; y = (scratch == 0 -> 2 : scratch - 1) }
	:: x == 5 -> break
	od;
	scratch = _pid
}
