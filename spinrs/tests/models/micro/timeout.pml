/* A timeout when nothing else can move. */
chan c = [1] of { byte };
byte n;
active proctype S() { do :: n < 3 -> c!n; n++ :: n == 3 -> break od }
active proctype R() { byte m; do :: c?m :: timeout -> break od }
