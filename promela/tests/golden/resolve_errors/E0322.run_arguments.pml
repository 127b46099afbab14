proctype P(byte a; chan c) { skip }
init { run P(1); run P(1, 2, 3); run P() }
