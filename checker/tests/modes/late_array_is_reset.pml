/* An array declared among statements is written as a whole, and nobody is seen to read it.
   raw 7 0 0 6 0
   default 8 0 0 7 0
   por 8 0 0 7 0 */
byte g;
active proctype P() { g = 1; byte a[2] = 5; g = 2; if :: a[0] == 5 -> g = 3 :: a[0] == 0 -> g = 4; g = 5 fi }
