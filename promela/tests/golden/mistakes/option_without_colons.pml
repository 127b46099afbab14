// an option without `::`
byte x;
active proctype P() {
  do
    x < 3 -> x++
  od
}
