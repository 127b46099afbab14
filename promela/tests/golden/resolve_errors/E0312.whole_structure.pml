typedef T { byte a }
T s, t;
init { s = t; s == t }
