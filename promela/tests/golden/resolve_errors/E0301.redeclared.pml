byte x;
mtype = { red };
typedef T { byte a; byte a }
proctype P(byte p) { byte p; skip }
proctype x() { skip }
byte red, _pid;
typedef T { byte b }
init { byte x; byte y; { byte y; skip } }
init { skip }
