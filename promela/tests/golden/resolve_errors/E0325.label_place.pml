byte x;
init {
    atomic { A: x = 1 };
    { B: x = 1 };
    d_step { C: x = 1 };
D:  x = 1 unless { x == 2 };
    x = 1 unless E: x == 2;
F:  d_step { x = 1 } unless { x == 2 };
G: H: { x = 1 } unless { x == 2 };
    { L: do :: break od };
    for (x : 1 .. 2) { M: skip }
}
