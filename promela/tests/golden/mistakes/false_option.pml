// an option that is never taken
byte x;
active proctype P() {
  if
  :: false -> x = 1
  :: x == 0 -> x = 2
  fi
}
