chan c = [1] of { byte };
proctype P(chan d; byte x) { skip }
init { run P(1, 2); run P(c, c) }
