/* Inside an atomic sequence visible steps merge too; the last one decides whether control is kept.
   raw 24 3 36 15 0
   default 19 4 6 8 0
   por 18 2 4 8 0 */
byte g, h;
active proctype A() { atomic { g = 1; h = 2; if :: g == 1 -> h = 3 :: g == 2 fi; g = 0; h = 0 } }
active proctype B() { byte x; do :: atomic { x < 3 -> x++; g = x; goto out } od; out: h = 1; x = 0; g = 2 }
