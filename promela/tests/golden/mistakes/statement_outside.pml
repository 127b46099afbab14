// a statement outside of all processes
byte x;
x = 1;
active proctype P() {
  x == 1
}
