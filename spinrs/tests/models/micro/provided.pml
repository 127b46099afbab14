/* A process that may run only under a condition. */
byte t;
active proctype A() provided (t == 0) { do :: t < 5 -> t = 1 :: t = 0 od }
active proctype B() { do :: t == 1 -> t = 0 od }
