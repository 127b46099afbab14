proctype P() { byte a[2], b; L: skip }
init {
    P[1]:c == 1;
    P[1]:a == 1;
    P[1]:b[1] == 1;
    P@M;
    Q@L
}
proctype Q() { L: skip }
