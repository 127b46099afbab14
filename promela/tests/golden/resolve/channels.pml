/* All operations on channels, and exclusive claims. */
chan c = [2] of { byte, bit };
chan d[2] = [0] of { chan };
typedef T { chan in = [1] of { byte }; byte other }
T t;
active proctype P(chan e) {
    xr c;
    xs c, t.in;
    byte x, y;
    c!1, x;
    c!x(y);
    c!!2, 0;
    c?x, _;
    c??x, eval(y + 1);
    c?<1, y>;
    c??<x, -1>;
    c?[x, 1] && c??[1, y] || len(c) > 1;
    full(c) || empty(c) && nfull(c) && nempty(c);
    d[1]!c;
    d[x]?e;
    t.in?x;
    d?e
}
