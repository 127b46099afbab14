byte a[3];
chan c = [0] of { byte };
typedef T { byte x }
T t;
chan d = [2] of { byte, byte };
init {
    byte i;
    for (a[1] : 1 .. 2) { skip };
    for (t.x : 1 .. 2) { skip };
    for (c : 1 .. 2) { skip };
    for (i in i) { skip };
    for (i in d) { skip };
    for (t in d) { skip };
    for (t in a) { skip };
    for (_pid in a) { skip };
    select (t : 1 .. i)
}
