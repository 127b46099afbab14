/* A process with a provided clause is visible throughout, and switches merging off for all.
   raw 74 43 0 14 1
   default 74 43 0 14 1
   por 51 9 0 14 1 */
byte t;
active proctype A() provided (t < 2) { byte x; x = 1; x = 2; t++; x = 3; t++; x = 4 }
active proctype B() { byte x; x = 1; x = 2; t = 1; x = 3; t = 0; x = 5 }
