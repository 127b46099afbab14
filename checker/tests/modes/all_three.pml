/* Each optimisation makes this model smaller by itself.
   raw 329 286 0 16 0
   default 91 91 0 14 0
   por 64 19 0 14 0 */
byte g, w;
active [2] proctype P() { byte x, y; if :: x = 1 :: x = 2 fi; w = x; (x > 0); g = g + 1; y = 1; y = 2; g = g + y }
