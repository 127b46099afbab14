/* A local whose value no longer matters still tells states apart. */
byte g;
active proctype P() { byte x = 5; do :: g < 3 -> x = g; g = g + x + 1 :: else -> break od }
active proctype Q() { byte z; z = g; (z == 9) }
