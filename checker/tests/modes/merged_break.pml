/* A break is merged with what follows the loop, unless that carries a label.
   raw 100 80 0 19 0
   default 55 40 0 14 0
   por 18 2 0 14 0 */
byte g;
active proctype P() { byte x; do :: x < 2 -> x++ :: else -> break od; x = 5; x = 6; g = x }
active proctype Q() { byte x; do :: x < 2 -> x++ :: else -> break od; L: x = 5; x = 6; g = x; if :: g > 8 -> goto L :: else fi }
