byte x;
init { do :: else -> x = 1 :: x == 2 :: else -> x = 3 od }
