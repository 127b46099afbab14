chan c = [1] of { byte }, a[2] = [1] of { byte };
byte x;
proctype P() { xr c; skip }
typedef T { chan d }
T t;
init { xr c; xs c; xr x; xr a; xr a[1]; xr t, t.d; skip }
