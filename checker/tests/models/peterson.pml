/* Mutual exclusion (Peterson 1981), with the critical section guarded by an assertion. */
bool flag[2];
byte turn, inside;

active [2] proctype P()
{
	byte other = 1 - _pid;
	do
	:: flag[_pid] = true;
	   turn = other;
	   (flag[other] == false || turn == _pid);
	   inside++;
	   assert(inside == 1);
	   inside--;
	   flag[_pid] = false
	od
}
