// an inline used as a function
byte x;
inline twice(a) { a * 2 }
active proctype P() {
  x = twice(3);
  assert(x == 6)
}
