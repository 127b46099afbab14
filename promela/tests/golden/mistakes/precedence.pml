// `&` that binds less than `==`
byte x = 2;
active proctype P() {
  assert(x & 1 == 0)
}
