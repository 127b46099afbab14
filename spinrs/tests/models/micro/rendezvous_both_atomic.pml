/* A rendezvous passes control into the receiver's atomic sequence. */
chan c = [0] of { byte };
byte x, y;
active proctype S() { atomic { c!1; x = 1; y = 1 } }
active proctype R() { byte m; atomic { c?m; x = 2; y = 2 } }
