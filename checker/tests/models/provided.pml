/* Processes that may run only while a condition holds, one of them over its own number. */
byte token, work;

active [3] proctype Ring() provided (token % 3 == _pid)
{
	byte left = 2;
	do
	:: left > 0 -> work = work + _pid + 1; left--; token++
	:: left == 0 -> token++; break
	od
}

active proctype Referee() provided (work % 2 == 0)
{
	do
	:: token > 5 -> token = token - 3
	:: work > 5 -> work = 0
	:: _last == 1 -> break
	od
}
