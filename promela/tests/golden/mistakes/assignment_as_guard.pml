// `=` for `==` in a guard
byte turn;
active proctype P() {
  do
  :: turn = 1 -> break
  :: else -> assert(turn != 1)
  od
}
