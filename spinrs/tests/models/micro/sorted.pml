/* Sorted send and random receive. */
chan c = [3] of { byte };
active proctype S() { c!!3; c!!1; c!!2 }
active proctype R() { byte a; c??2; c?a; assert(a == 1) }
