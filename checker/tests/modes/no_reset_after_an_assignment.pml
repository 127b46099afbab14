/* An assignment that reads a variable for the last time does not reset it; a condition does.
   raw 32 17 0 9 0
   default 26 16 0 9 0
   por 18 4 0 9 0 */
byte g;
active proctype P() { byte x = 3, y; y = x; g = y; y = 1; g = 2 }
active proctype Q() { byte x = 3; (x == 3); g = 1; g = 3 }
