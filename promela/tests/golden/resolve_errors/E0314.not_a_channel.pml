byte x;
init { x!1; x?_; len(x) > 0; _pid!2 }
