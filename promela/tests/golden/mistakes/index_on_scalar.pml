// an index on what is no array
byte a;
active proctype P() {
  a[1] = 1
}
