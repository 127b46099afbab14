/* The options of a choice belong to the state of the choice; a dot joins them. */
byte x;
active proctype P() { if :: x == 0 -> x = 1 :: x == 1 :: else -> skip fi; x = 2 }
