chan c = [1] of { byte };
byte x, y;
byte a[2];
proctype R() {
    y? x + 1;
    c?<x;
    c?eval x;
    run R;
    run (R);
    printf(x);
    printf;
    len x;
    (x -> 1);
    x!;
}
