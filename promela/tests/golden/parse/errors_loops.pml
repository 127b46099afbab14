byte x, y;
byte a[2];
chan c = [1] of { byte };
proctype S() {
    for (x = 1; x < 3; x++) { skip };
    for (x : 1 .. ) { skip };
    for x in a { skip };
    for (x in 3) { skip };
    select (x : 1);
    while (x < 3) { x++ }
}
init {
    if (x == 1) { skip }
}
