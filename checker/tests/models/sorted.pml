/* Sorted sends and random receives, peeks and polls. */
mtype = { low, mid, high };
chan c = [3] of { mtype, byte };
byte taken;

active proctype S()
{
	byte i;
	do
	:: i < 3 -> c!!(i == 1 -> high : low), 3 - i; i++
	:: i == 3 -> break
	od
}

active proctype R()
{
	byte v;
	mtype kind;
	do
	:: c??high, v -> taken = taken + v
	:: c??[low, 1] -> c??low, 1
	:: c?<kind, v> -> if :: kind == low -> c?kind, v :: else -> skip fi
	:: len(c) == 0 && taken > 0 -> break
	od
}
