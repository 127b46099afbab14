typedef T { byte value }
T t;
byte x;
init { t.valeu = 1; x.y = 2 }
