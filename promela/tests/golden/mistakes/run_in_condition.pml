// `run` inside a condition
proctype Q() { skip }
byte x;
active proctype P() {
  if
  :: x == 0 && run Q() -> x = 1
  :: else
  fi
}
