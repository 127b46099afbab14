/* Every kind of unit, with redundant and missing separators between them. */
;
mtype = { idle, busy, };
mtype:colour = { red green blue }
mtype { more }
typedef Pair { byte a[3]; unsigned b : 3, c : 4 = 9; }
typedef Nest { Pair p[2]; chan c };;
hidden byte h; show int s = -1, t; local short l = 3 * (2 + 1);
bit b0; bool b1 = true; pid me; mtype state = idle; mtype:colour shade;
byte list[3] = { 1, 2, 3 }; byte same[2 * 2] = 7
chan rendezvous = [0] of { mtype };
chan many[2] = [4] of { byte, chan, bool, mtype:colour, Pair };
chan unset;
proctype Plain() { skip }
active proctype Once(byte a, b; chan c; Pair p) priority 3 provided (b0 && nfull(c)) { skip };
active [2 + 1] proctype Thrice() { skip }
D_proctype Deterministic(int n) { skip }
init priority 2 { skip }
never absent { do :: skip od }
ltl p1 { [] (b0 -> <> b1) }
ltl { always b0 }
trace { do :: rendezvous!idle od }
notrace { rendezvous!busy }
c_decl { struct s { int a; }; }
c_code { if (x) { y = '}'; } }
c_state "int a" "Global"
c_track "&b" "sizeof(int)" "Matched"
