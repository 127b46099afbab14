byte x == 3;
byte a[] = 1;
int = 4;
x = 1;
skip;
mtype = { };
typedef { byte a };
chan c = [1] of { byte chan };
chan d = [1] { byte };
proctype P(byte) { skip }
proctype Q { skip }
proctype T() provided x { skip }
active [ proctype U() { skip }

