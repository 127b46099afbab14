/* Which of several labels a goto finds. */
active proctype P() {
    { skip; L: skip; if :: goto L :: skip fi };
    { skip; L: skip; if :: goto L :: skip fi };
    goto L;
M:  skip;
    { skip; { if :: goto M :: skip fi } };
    end: progress: skip;
last:
}
