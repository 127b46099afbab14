// wrong number of arguments of `run`
proctype P(byte n) {
  n == 1
}
init {
  run P();
  run P(1, 2)
}
