// a label before a declaration
active proctype P() {
again:
  byte x;
  x == 1;
  goto again
}
