/* A priority switches reduction off, even if it is the one that every process has.
   raw 24 11 0 8 0
   default 16 5 0 6 0
   por 16 5 0 6 0 */
byte g;

active proctype P() priority 1 { byte x; x = 1; x = 2; g = x }
active proctype Q() { byte y; y = 1; y = 2; g = g + y }
