// wrong number of arguments of an inline
byte x;
inline add(a, b) { a = a + b }
active proctype P() {
  add(x)
}
