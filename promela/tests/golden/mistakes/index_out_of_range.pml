// an index outside the array
byte a[3];
active proctype P() {
  a[3] = 1;
  assert(a[0] == 0)
}
