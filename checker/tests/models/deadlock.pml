/* Dining philosophers who all take the left fork first: one invalid end state. */
#define N 3
bool fork[N];
byte meals[N];

active [N] proctype Philosopher()
{
	do
	:: atomic { !fork[_pid] -> fork[_pid] = true };
	   atomic { !fork[(_pid + 1) % N] -> fork[(_pid + 1) % N] = true };
	   meals[_pid] = 1 - meals[_pid];
	   fork[_pid] = false;
	   fork[(_pid + 1) % N] = false
	od
}
