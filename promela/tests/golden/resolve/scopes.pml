/* Sibling blocks may use one name twice; options are no blocks. A global may follow a local. */
active proctype P(byte p) {
    { byte x; x = 1 };
    { int x; x = 2 };
    byte y = p;
    y = 3
}
byte y = 7;
init { y = 4 }
