/* An assignment of run merges if the new process does not start from globals; the last initial value decides.
   raw 523 572 0 15 0
   default 194 210 0 13 0
   por 48 20 0 13 0 */
byte g;
proctype D() { byte r = 1; byte q = g; q++; g = q }
proctype E() { byte q = g; byte r = 1; q++; g = q + r }
init { byte x; x = run D(); x = run E(); x = run E(); x = 0; g = 1 }
