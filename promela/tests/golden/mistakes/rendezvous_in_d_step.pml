// a rendezvous inside a d_step
chan c = [0] of { byte };
byte x;
active proctype P() {
  d_step { x = 1; c!x }
}
active proctype Q() {
  c?_
}
