// constants of another mtype
mtype:fruit = { apple, pear };
mtype:colour = { red, green };
mtype:fruit snack = apple;
active proctype P() {
  snack = red;
  assert(snack != pear)
}
