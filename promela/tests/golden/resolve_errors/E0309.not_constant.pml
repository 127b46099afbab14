byte n;
byte a[n + 1], b[2 / 0], c[1 << 2];
chan d = [n] of { byte };
active [x] proctype P() { skip }
int late = 3 * n;
active [late] proctype Q() { skip }
byte l[2] = { n, 1 };
