/* A reduction whose steps all lead back to the stack is given up, and its steps are taken again.
   raw 27 55 0 26 0
   default 27 55 0 26 0
   por 27 16 0 26 0 */
active [3] proctype P() { byte x; do :: x = (x + 1) % 3 od }
