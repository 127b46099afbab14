// a value for a symbolic constant
mtype = { request, acknowledge };
active proctype P() {
  request = acknowledge
}
