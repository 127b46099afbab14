// a read that reduction does not see
byte n;

proctype Child()
{
	n = n + _pid
}

init
{
	byte started[3];
	run Child();
	started[n] = 1;
	run Child();
	if
	:: _nr_pr > 2 -> assert(started[n] == 0)
	:: else
	fi
}
