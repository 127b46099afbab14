// What `for`, `select` and late declarations are made into, as reports quote it.
typedef Pair { byte left, right }
int i, a[2];
chan pairs = [2] of { Pair };

active proctype Sweet() {
  Pair p;
  byte k;
  pairs!p;
  byte late = 3;
  for (i : 1 .. k + 1) { k = k * 1 }
  for (i in a) { skip }
  for (p in pairs) { skip }
  select (k : 2 .. 3);
  assert(k == 7)
}
