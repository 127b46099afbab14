byte a = [1] of { byte };
byte b = { 1, 2 };
typedef T { byte x }
T t = 3;
proctype P(byte p = 1) { skip }
init { skip; byte c[2] = { 1, 2 } }
