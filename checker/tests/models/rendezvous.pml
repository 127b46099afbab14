/* Rendezvous between atomic sequences: control passes from the sender to the receiver and back. */
chan ask = [0] of { byte, byte };
chan answer[2] = [0] of { byte };
byte served, turns;

active [2] proctype Client()
{
	byte got;
	do
	:: turns < 4 ->
	   atomic { ask!_pid, turns; turns++; answer[_pid]?got; served = got }
	:: turns == 4 -> break
	od
}

active proctype Server()
{
	byte who, what;
end:	do
	:: atomic { ask?who, what; served = 0; what = what + 1; answer[who]!what; what = 0 }
	od
}
