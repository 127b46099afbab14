/* A label that others refer to is visible, and so are the steps to it and from it.
   raw 55 40 16 15 0
   default 34 23 12 12 0
   por 22 5 6 12 0 */
byte g;
active proctype A() { byte x; x = 1; x = 2; atomic { x = 3; L: x = 4; x = 5 }; M: x = 6; x = 7 }
active proctype B() { byte y; y = 1; if :: A@L -> y = 2 :: A@M -> y = 4 :: g == 0 -> y = 3 fi; y = 5; y = 6; g = y }
