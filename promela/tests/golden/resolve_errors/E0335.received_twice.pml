chan c = [1] of { byte, byte };
byte x, a[2];
init { c?x,x; c?a[0],a[1] }
