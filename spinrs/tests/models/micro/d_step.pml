/* A deterministic step is one transition. */
byte x, y;
active [2] proctype A() { d_step { x < 2 -> x++; y = y + x }; y = 0 }
