hidden bit a;
hidden chan c;
typedef T { hidden byte d }
init { hidden byte b; skip }
