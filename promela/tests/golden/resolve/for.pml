/* A label in front of a for is that of the loop; break leaves the loop. */
byte a[3];

active proctype P() {
    byte i;
L:  for (i : 1 .. 3) {
        byte late;
        if
        :: late == 0 -> break
        :: else
        fi
    }
    for (i in a) {
        a[i] = i
    }
    goto L
}
