byte x;
init { x = _; _ == 1 }
