// a local with the name of a global
byte x;
active proctype P() {
  byte x;
  x = 1;
  assert(x == 1)
}
