// an array without an index
byte a[3];
active proctype P() {
  a = 1;
  assert(a[0] == 1)
}
