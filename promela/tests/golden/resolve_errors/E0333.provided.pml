byte g;
proctype P(byte p) provided (p == 1) { skip }
proctype Q() provided (P:p == 1) { skip }
proctype R() provided (run P(1)) { skip }
active proctype S() provided (g == _pid) { skip }
