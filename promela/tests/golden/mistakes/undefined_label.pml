// `goto` to a label that does not exist
active proctype P() {
again:
  skip;
  goto agian
}
