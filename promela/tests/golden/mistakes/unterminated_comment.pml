// a comment that does not end
byte x; /* the counter
active proctype P() {
  x == 1
}
