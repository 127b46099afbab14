// `TRUE` for `true`
bool done = TRUE;
active proctype P() {
  done
}
