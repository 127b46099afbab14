// `x++` inside an expression
byte x, y;
active proctype P() {
  y = x++
}
