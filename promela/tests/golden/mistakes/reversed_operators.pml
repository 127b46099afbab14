// `=<`, `=>` and `<>`
byte x;
active proctype P() {
  if
  :: x =< 3 -> skip
  :: x => 3 -> skip
  :: x <> 4 -> skip
  fi
}
