// a misspelt symbolic constant
mtype = { request, acknowledge };
mtype state = request;
active proctype P() {
  state = acknowlege;
  state == request
}
