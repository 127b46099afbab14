// a label that stands twice
byte x;
active proctype P() {
L:  x = 1;
L:  x == 2;
  goto L
}
