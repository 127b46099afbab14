/* A label on a jump that another process refers to: Spin gives it a state of its own, made last. */
byte turn;
active proctype Walker() {
	do
	:: turn == 0 -> turn = 1
	:: turn == 1 -> turn = 2; rest: goto away
	od;
away:
	turn = 3
}
active proctype Watcher() {
	(turn == 2);
	assert(!Walker@rest)
}
