/* Straight code: one state per statement, and the end. */
byte x;
active proctype P() { x = 1; x++; skip; assert(x == 2); printf("done\n") }
