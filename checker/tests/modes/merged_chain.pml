/* Local steps that cannot block are one transition, a test may be in front.
   raw 73 56 0 16 0
   default 21 12 0 8 0
   por 11 1 0 8 0 */
byte g;
active [2] proctype P() { byte x, y; x = 1; y = x + 1; x = y; (x == 2); y = 0; assert(y == 0); g = g + x }
