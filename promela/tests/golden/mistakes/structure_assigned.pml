// the assignment of a whole structure
typedef Pair { byte x; byte y }
Pair a, b;
active proctype P() {
  a = b
}
