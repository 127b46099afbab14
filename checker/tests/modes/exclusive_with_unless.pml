/* With unless in the model it must be neither full nor empty for a send and a receive alike.
   raw 58 30 9 15 0
   default 42 19 0 12 0
   por 26 2 0 12 0 */
byte g; chan c = [2] of { byte };
active proctype P() { xs c; byte x; { x = 1; c!x; x = 2; c!x; x = 3 } unless { atomic { g > 0 -> x = 9 }; c!x }; x = 0 }
active proctype Q() { xr c; byte y; c?y; g = y; y = 3; c?y; y = 0 }
