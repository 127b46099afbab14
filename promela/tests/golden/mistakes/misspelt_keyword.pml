// a misspelt keyword
byte x;
activ proctype P() {
  x == 1
}
