chan c = [1] of { byte };
byte x;
byte a[2];
init {
    !full(c);
    full(c) == 1;
    x = (empty(c) -> 1 : 2);
    a[nfull(c)] = 1;
    c!nempty(c);
    x = full(c);
    (full(c) || nempty(c)) && x
}
