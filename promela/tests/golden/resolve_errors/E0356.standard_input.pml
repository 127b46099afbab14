chan STDIN;
init { byte x; STDIN?x }
