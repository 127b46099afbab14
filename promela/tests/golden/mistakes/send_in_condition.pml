// a send inside a condition
chan c = [1] of { byte };
byte x;
active proctype P() {
  if
  :: x == 0 && c!1 -> c?x
  :: else
  fi
}
