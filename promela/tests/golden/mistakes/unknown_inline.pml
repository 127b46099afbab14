// a call of an unknown inline
byte x;
inline increment(a) { a++ }
active proctype P() {
  incremnt(x)
}
