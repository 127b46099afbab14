// too many fields in a message
chan c = [2] of { byte };
active proctype P() {
  c!1,2;
  c?_
}
