/* Every kind of statement. */
mtype = { ack, nak }
typedef Pair { byte a; byte b[3] }
byte x, y, in; byte a[4]; Pair p; Pair q[2];
chan c = [2] of { mtype, byte };
proctype Worker(byte n; chan r) {
    byte mine;
Wait: skip
    n = n + 1
}
active proctype Main() {
    xr c; xs c
    byte first = 1, second;
    x = x + 1; x++; a[x]--; p.a = p.b[1]; q[1].b[x] = 1
    in = 1
    x == 4 -> y = 1 -> skip
    c!ack,2; c!ack(2); c!!nak,x + 1; c ! (x -> ack : nak), 0
}
active proctype Messages() {
    c?ack,x; c?ack(x); c?_,_; c?(ack, x); c?ack,(x)
    c??nak,eval(x + 1); c?<ack,x>; c??<nak,-3>; c?'a',true
    c?[ack,x]; c??[nak,y] && x > 3
}
active proctype Control() {
    byte i;
    if :: x == 1 -> skip; :: else fi
    if
    :: x == 2 ->
    :: atomic { x == 3; y = 1 } y = 2
    :: else x = 1
    fi;
    do
    :: x > 2 -> break
    :: goto Done
    od
Again: More: x = 1;
    for (i : 1 .. x + 3) { skip }
    for (i in a) { y = i }
    for (p in c)
    {
        skip
    }
    select (i : 0 .. 7)
    d_step { x = 2; y = 3 };
    { x = 3; y = 4 } unless { x == 3 };
Labelled: x = 1 unless timeout
    {
        {
            skip
        }
    }
    printf("x = %d \"%d\"\n", x, y + 1); printf("\\")
    printm(ack); printm(x); assert(x == 1); assert x != 2 && full(c)
    set_priority(0, 1 + 2); c_code { x++; }; c_code [x > 0] { y = 1; }
Done:
}
