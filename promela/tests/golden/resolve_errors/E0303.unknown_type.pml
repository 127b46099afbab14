typedef Node { byte value }
Nod n;
Unknown u;
typedef List { List next }
init { skip }
