unsigned a, b : 32, c : 0;
byte d : 3;
typedef T { unsigned e[3] }
init { skip }
