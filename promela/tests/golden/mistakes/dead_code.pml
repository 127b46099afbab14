// statements behind a jump
byte x;
active proctype P() {
again:
  x = 1 - x;
  goto again;
  x = 2
}
