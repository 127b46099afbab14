init { byte i; for (i : 3 .. 1) { skip }; select (i : 2 .. 1) }
