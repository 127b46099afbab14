/* A rendezvous interrupts the sender's atomic sequence. */
chan c = [0] of { byte };
byte x, y;
active proctype S() { atomic { c!1; x = 1; y = 1 } }
active proctype R() { byte m; c?m; x = 2; y = 2 }
