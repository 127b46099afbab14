init { skip; byte a[3] = 7 }
