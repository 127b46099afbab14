/* Globals that only assignments, x++ and prints use are hidden; what an inline is given is not.
   raw 252 239 0 16 0
   default 73 90 0 16 0
   por 73 81 0 16 0 */
byte seen, n, given, g; byte a[3];
inline set(v) { v = 1 }
active [2] proctype P() { seen = 1; n++; a[g] = n; set(given); g = 1; printf("%d", seen); select(seen : 1 .. 3) }
