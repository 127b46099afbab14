byte a[3], b[3];
init { a[a[1]] = 1; a[b[1]] = 2 }
