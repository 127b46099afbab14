/* Every kind of expression; the outline shows how operators group. */
byte x, y; byte a[3]; chan c = [1] of { byte };
proctype Other(byte v) { Here: skip; v = 1 }
active proctype P() {
    byte n;
    x || y && x | y ^ x & y == x < y << x + y * x;
    x * y + x << y < x == y & x ^ y | x && y || x;
    x - y - 1; x / y / 2 % 3; x << 1 << 2; x < y < 2; x == y == 1; x || y || 1; x & y & 1
    !x == y; -x * y; ~x + y; ! !x; - -x; !~-x; x - -1; x -1
    (x); ((x)); (x + y) * 2
    n = (x > y -> x : y); n = (x -> (y -> 1 : 2) : 3) + 1
    n = (x -> Other:v : a[0]); (x -> Other[1]:v : Other[n]:v) == 3
    Other[2]@Here; Other@Here && !Other[n + 1]@Here; Other:v == 1
    run Other(1); n = run Other(x + 1) priority 5; (run Other(2)) > 0
    len(c) == 1; full(c) || x && (nempty(c)); empty(c); nfull(c)
    !c?[1]; c??[x] == 1
    enabled(n); pc_value(n) == 3; n = get_priority(_pid); timeout; !timeout; np_
    _pid + _nr_pr == _last; _priority
    'a' + '\n' + '\\' + '\''; true; false; skip; 2147483647; -2147483648
    c_expr { now.x > 1 } && x
    a[a[a[x]]] == 1
}
