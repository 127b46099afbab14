/* Processes that come and go, and die youngest first; a child answers over a channel of its parent. */
byte alive, done;

proctype Child(chan home; byte depth)
{
	pid child;
	alive++;
	if
	:: depth > 0 -> child = run Child(home, depth - 1)
	:: skip
	fi;
	atomic { alive--; home!depth }
}

init
{
	chan home = [2] of { byte };
	byte from;
	do
	:: done < 2 && _nr_pr < 4 -> run Child(home, 1); done++
	:: home?from -> done = done + (from == 9)
	:: done == 2 && alive == 0 && empty(home) && _nr_pr == 1 -> break
	od
}
