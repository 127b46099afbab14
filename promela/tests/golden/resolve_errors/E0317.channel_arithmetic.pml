chan c = [1] of { byte };
byte x;
init { x = c + 1; c = 3; c++; x = len(c) + 1 }
