/* What is claimed on one way from a state breaks nothing on another.
   raw 8 0 0 4 0
   default 8 0 0 4 0
   por 8 0 0 4 0 */
chan c = [2] of { byte };
proctype A() { xs c; c!1 }
init { if :: skip; c!2 :: run A() fi }
