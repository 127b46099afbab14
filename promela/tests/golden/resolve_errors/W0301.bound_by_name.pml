byte n = 4, m;
byte a[n], b[m];
init { skip }
