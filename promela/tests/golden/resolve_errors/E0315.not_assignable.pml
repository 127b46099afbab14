mtype = { red };
chan c = [1] of { byte };
init { red = 1; _nr_pr = 2; _pid++; c?_last }
