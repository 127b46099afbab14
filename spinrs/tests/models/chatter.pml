/* Two processes that talk for ever, over a buffer and by rendezvous: long runs for tests. */
mtype = { request, answer }
chan there = [3] of { mtype, byte }
chan back = [0] of { mtype }
byte n_served

active proctype Client() {
	byte number
	do
	:: there!request,number -> number = (number + 1) % 100
	:: back?answer
	od
}

active proctype Server() {
	byte job
	do
	:: there?request,job -> n_served++; back!answer
	od
}
