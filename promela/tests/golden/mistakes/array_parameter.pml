// an array as a parameter
proctype P(byte a[3]) {
  a[0] == 1
}
init {
  byte b[3];
  run P(b)
}
