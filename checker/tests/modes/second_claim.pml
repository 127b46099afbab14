/* A second process that claims the same side breaks the claim by starting, in the initial state already.
   raw 12 6 0 6 0
   default 12 6 0 6 0
   por 9 1 0 6 1 */
chan c = [2] of { byte }; byte g;
active [2] proctype A() { xs c; g == 1 }
active proctype G() { g = 1 }
