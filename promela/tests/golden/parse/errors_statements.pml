byte x, y;
chan c = [1] of { byte };
active proctype A() {
    if :: (x = 1) -> skip fi;
    x = ;
    x == -> y = 1;
    x = 1 y = 2;
    goto;
    goto else;
    atomic { };
    if x == 1 -> skip fi;
    if fi;
    { :: x };
    do :: :: x -> skip od;
    x = y++;
    ++x;
    x += 2;
    !!x;
    byte len;
L:  byte z;
M:  xr c;
    mtype = { late };
    x = 1 unless y = 1 unless y = 2
}
