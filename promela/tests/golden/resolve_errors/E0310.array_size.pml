byte a[0], b[-1], c[100000000];
init { skip }
