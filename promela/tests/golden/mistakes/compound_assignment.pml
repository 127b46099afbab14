// `+=` as in C
byte x;
active proctype P() {
  x += 1
}
