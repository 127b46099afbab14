/* An index that runs off the end of its array. */
mtype = { red, green };
typedef Cell { byte value; mtype colour = red };
Cell cells[3];
chan todo = [2] of { byte };

active proctype Fill() {
	byte i;
	do
	:: i <= 3 -> todo!i; i++
	:: else -> break
	od
}

active proctype Use() {
	byte i;
	do
	:: todo?i -> cells[i].value = i; cells[i].colour = green
	:: timeout -> break
	od
}
