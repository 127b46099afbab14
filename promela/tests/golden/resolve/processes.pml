/* Instances, priorities, provided, run, remote references and predefined variables. */
byte n = 2, go;
active [n] proctype P(byte p) priority 3 provided (go == _pid) {
    byte mine;
L:  mine = _pid + _nr_pr + _last + _priority + _p;
    _ = run Q(p, 1) priority 5;
    _priority = 4
}
active [0] proctype R() { skip }
init {
    P[1]:mine == 2 && P@L;
    run Q(1, 2);
    set_priority(0, get_priority(1));
    enabled(1) && pc_value(1) == 2;
    timeout
}
proctype Q(byte a, b) { assert(a < b) }
