/* Processes end youngest first. */
active proctype A() { skip }
active proctype B() { skip }
