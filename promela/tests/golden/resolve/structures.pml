/* Whole structures are sent, received and passed as their scalars. */
mtype = { red, green };
typedef Inner { short a; bit b[2] }
typedef Outer { byte n; Inner i; mtype m = green }
chan c = [2] of { Outer, byte };
Outer table[2];

typedef Pair { short a; byte b }
proctype Q(Pair p; byte last) { p.a = last }

active proctype P() {
    Outer o;
    c!o, 1;
    c?o, _;
    c?eval(o), red;
    c?[o, 3];
    c!!table[1], o.i.b[1];
    table[o.n].i.b[0] = o.m;
    Pair q;
    run Q(q, 1)
}
