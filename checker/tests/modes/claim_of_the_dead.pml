/* What a process has claimed counts when it has ended: reduction may let it end first.
   raw 11 1 0 5 0
   default 11 1 0 5 0
   por 6 0 0 5 1 */
chan c = [2] of { byte };
proctype A() { xs c; c!1 }
init { run A(); c!2 }
