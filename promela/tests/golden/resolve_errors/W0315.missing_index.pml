byte a[3];
typedef T { byte b[2] }
T t[2];
init { a = 1; t.b = a }
