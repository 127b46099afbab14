/* The number of values, the name and the line decide how a select is expanded. */
inline choose(v) { select (v : 1 .. 2) }

active proctype P() {
    byte i, my_i;
A:  select (i : 1 .. 3);
B:  select (i : 1 .. 40);
C:  select (i : 1 .. i + 1);
D:  select (my_i : 1 .. 3);
    select (i : 1 ..
        3);
    choose(i);
    if
    :: goto A
    :: goto B
    :: goto C
    :: goto D
    fi
}
