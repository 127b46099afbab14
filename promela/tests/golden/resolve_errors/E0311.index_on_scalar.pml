byte x;
init { x[0] = 1; x[1] = 2; x[x] = 3 }
