// a channel to which nobody sends
chan c = [1] of { byte };
active proctype P() {
  c?_
}
