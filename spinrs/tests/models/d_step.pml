/* A deterministic step that blocks in its middle, reached by a rendezvous and a child process. */
chan go = [0] of { byte };
byte x;

proctype Child(byte limit) {
	go!limit
}

init {
	byte limit;
	run Child(2);
	go?limit;
	d_step {
		x = 1;
		x == limit;
		x = 3
	}
}
