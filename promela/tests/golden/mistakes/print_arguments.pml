// too few values for `printf`
byte x;
active proctype P() {
  printf("x is %d, y is %d\n", x)
}
