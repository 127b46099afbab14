/* A counter that is not incremented atomically. */
#ifndef N
#define N 2
#endif
byte counter, done;

active [N] proctype Increment() {
	byte copy;
	copy = counter;
	counter = copy + 1;
	printf("copied %d\n", copy);
	done++
}

active proctype Watch() {
	done == N -> assert(counter == N)
}
