byte x;
init {
L:  x = 1;
    d_step { x = 2; goto L };
    d_step { x = 3; M: x = 4; goto N; N: x = 5 };
    goto M;
D:  d_step { x = 6 };
    goto D;
    do :: d_step { x = 7; break } od
}
