typedef T { byte a }
typedef U { T t[2] }
chan c = [1] of { unsigned };
chan d = [-1] of { byte };
chan e = [1] of { U };
chan f = [70000] of { byte };
typedef Large { byte a[70000] }
chan g = [1] of { Large };
init { skip }
