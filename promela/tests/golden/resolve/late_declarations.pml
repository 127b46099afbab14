/* After the first statement a declaration is an assignment. */
typedef T { byte x = 3 }

active proctype P() {
    byte early = 1, none, list[3] = { 1, 2 };
    early = 2;
    byte one = early, two;
    byte array[3], single[2] = { 5 };
    T structure;
    chan empty_channel;
    {
        byte inner
    }
    if
    :: byte guard; guard == 0 -> skip
    fi
}
