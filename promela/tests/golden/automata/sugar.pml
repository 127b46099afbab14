/* What for, select and inlines become. */
byte i, x, a[3];
inline set(v) { x = v; a[v] = 1 }
active proctype P()
{
	for (i : 0 .. 2) { a[i] = i }
	select (x : 1 .. 3);
	for (i in a) { skip }
	set(2)
}
