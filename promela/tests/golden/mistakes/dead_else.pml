// an `else` beside an option without a condition
byte x;
active proctype P() {
  if
  :: skip -> x = 1
  :: else -> assert(x == 1)
  fi
}
