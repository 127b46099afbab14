/* The end of a process is safe for the youngest.
   raw 321 477 0 23 0
   default 149 170 0 20 0
   por 21 0 0 20 0 */
byte g;
proctype C(byte p) { byte q; q = p; q++ }
init { byte i; do :: i < 3 -> run C(i); i++ :: else -> break od; g = i; (_nr_pr == 1); g = 0 }
