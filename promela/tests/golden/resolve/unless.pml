/* Labels and prefixes around unless. */
byte x;
active proctype P() {
    byte i;
A:  { x = 1; x = 2 } unless { x == 3 };
B:  do :: x = 4 :: break od unless { x == 5 -> break };
    x = 6 unless for (i : 1 .. 2) { x == 7 };
    if :: goto A :: goto B fi
}
