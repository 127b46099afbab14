/* A choice with a timeout may be singled out before it is time.
   raw 12 4 0 7 1
   default 9 2 0 6 1
   por 7 0 0 6 1 */
byte g; chan c = [1] of { byte };
active proctype A() { byte x; x = 1; do :: x = 2; timeout -> g = 1; break :: timeout -> break :: x == 2 -> x = 3 od; x = 5 }
active proctype B() { byte y; y = 1; y = 2; c?y; (timeout && y == 0); y = 3 }
