// statements behind a jump
byte x;
active proctype P() {
again:
  x = 1 - x;
  assert(x < 2);
  goto again;
  x = 2
}
