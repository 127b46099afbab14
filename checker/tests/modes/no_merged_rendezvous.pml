/* A send is not in front of a chain if the model has a rendezvous channel.
   raw 8 1 8 12 0
   default 8 1 3 8 0
   por 7 0 3 8 0 */
chan r = [0] of { byte }; chan c = [1] of { byte }; byte g;
active proctype A() { byte x; atomic { c!1; x = 1; r!x; x = 2; g = x } }
active proctype B() { byte y; atomic { c?y; y = 0; r?y; y = 3; g = y } }
