// constants that do not fit
byte x = 300;
bit b;
active proctype P() {
  x = -1;
  b = 2;
  assert(x == 255 && b == 0)
}
