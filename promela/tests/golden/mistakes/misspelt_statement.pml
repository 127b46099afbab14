// a misspelt `assert`
byte x;
active proctype P() {
  asert(x == 0)
}
