// `for` as in C
byte i, x;
active proctype P() {
  for (i = 0; i < 3; i++) { x++ }
}
