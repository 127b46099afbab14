/* Deterministic steps with choices and loops; the second can start only after the first has ended. */
byte x, y, a[3];

active [2] proctype P()
{
	byte i;
	do
	:: d_step {
		x < 4 ->
		x++;
		if
		:: x % 2 == 0 -> y = y + x
		:: x > 2 -> y = 0
		:: else -> y++
		fi;
		i = 0;
		do
		:: i < 3 -> a[i] = (a[i] + i + x) % 4; i++
		:: else -> break
		od;
		i = 0
	   }
	:: d_step { x == 4 && a[_pid] > 0 -> a[_pid] = 0; y = _pid }
	:: x == 4 && a[_pid] == 0 -> break
	od
}
