/* Arrays of records within records, in messages, with every width of integer and an array of channels. */
typedef Item { bit set; short weight; pid owner };
typedef Box { Item item[2]; int total; unsigned tag : 3 };
Box box[2];
chan line[2] = [1] of { byte, Item };

active [2] proctype Mover()
{
	byte i;
	Item carried;
	for (i : 0 .. 1) {
		box[_pid].item[i].weight = -5 * (i + 1);
		box[_pid].item[i].owner = _pid;
		box[_pid].tag = 7 * i + _pid;
		line[1 - _pid]!i, box[_pid].item[i];
		line[_pid]?i, carried;
		box[_pid].item[i].set = 1;
		box[_pid].total = box[_pid].total + carried.weight * box[carried.owner].tag
	}
	assert(box[_pid].total != -70)
}
