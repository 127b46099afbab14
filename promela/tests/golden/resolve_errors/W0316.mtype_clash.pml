mtype = { a };
mtype:colour = { red };
mtype:colour x = a;
mtype y;
proctype P(mtype:colour c) { skip }
init { y = red; y = a; run P(a) }
