/* Timeouts of several processes compete; one of them is a condition inside an expression. */
chan c = [1] of { byte };
byte lost, n;

active proctype Producer()
{
	do
	:: n < 3 -> c!n; n++
	:: timeout && lost < 2 -> lost++
	:: n == 3 && lost == 2 -> break
	od
}

active proctype Consumer()
{
	byte m;
	do
	:: c?m
	:: c?eval(n) -> m = 0
	:: timeout -> lost = (lost < 2 -> lost + 1 : 2)
	:: n == 3 && empty(c) -> break
	od
}
