// `and` and `not` for `&&` and `!`
bool a, b;
active proctype P() {
  if
  :: a and not b -> skip
  :: else
  fi
}
