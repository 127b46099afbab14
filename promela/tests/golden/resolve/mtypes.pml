/* The last name of a list gets the lowest number; lists of a set are counted through. */
mtype = { a, b, c };
mtype:colour = { red, green };
mtype = { d };
mtype v = a;
mtype:colour w = red;
active proctype P() {
    v = d;
    w = green;
    printm(v);
    printf("%e\n", b)
}
