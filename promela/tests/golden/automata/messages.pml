/* Sends and receives as guards, an else beside them, and end labels. */
mtype = { ping, pong };
chan c = [0] of { mtype, byte };
active proctype S() { byte n; do :: c!ping(n) -> n++ :: n == 3 -> break od; c!pong, 0 }
active proctype R()
{
	byte n;
end:	do
	:: c?ping(n)
	:: c?pong(_) -> goto end_stop
	od;
end_stop:
	false
}
