/* Unstored steps behind unstored steps: atomic sequences that branch, are long, start a process or violate an
   assertion, and chains of rendezvous whose first halves change nothing. */

chan ask = [0] of { byte };
chan pass = [0] of { byte, bit };
byte last, rounds;
byte steps;

/* Its sends lead back to where it is. */
active proctype Source() {
	do
	:: ask!1
	:: ask!2
	:: rounds < 2 -> rounds++
	od
}

/* Receives and hands on without giving up control, if somebody listens. */
active [2] proctype Relay() {
	byte x;
	do
	:: atomic {
		ask?x ->
		if
		:: pass!x, 0
		:: pass!x, 1
		:: x == 2 -> pass!1, 1
		fi;
		x = 0
	   }
	od
}

proctype Child(byte n) {
	atomic { last == n -> last = 3 - n }
}

active proctype Sink() {
	byte x;
	bit high;
	do
	:: atomic {
		pass?x, high ->
		if
		:: high -> last = x
		:: else -> last = 0; assert(x != 2)
		fi;
		x = 0; high = 0
	   }
	:: atomic {
		rounds == 2 ->
		do
		:: steps < 200 -> steps++
		:: else -> break
		od;
		run Child(last)
	   } -> break
	od
}
