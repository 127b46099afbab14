mtype = { red };
typedef T { byte a }
proctype P() { skip }
init {
    T = 1;
    P = 2;
    red[1] == 1;
    _pid.x == 2;
L:  L = 3
}
