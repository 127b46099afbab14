/* The same where the processes are started by run, and where they use the channel too.
   raw 17 6 0 10 0
   default 17 6 0 10 0
   por 15 1 0 10 3 */
chan c = [2] of { byte }; byte g;
proctype A() { xs c; g == 1; c!1 }
init { run A(); run A(); g = 1 }
