/* Loops over channels in one scope share a counter; a nested scope has its own. */
typedef T { byte a; byte b[2] }
chan c = [3] of { T };
chan d = [300] of { T };

active proctype P() {
    T m;
    for (m in c) { skip }
    for (m in d) { skip }
    {
        for (m in c) { m.a++ }
    }
}
