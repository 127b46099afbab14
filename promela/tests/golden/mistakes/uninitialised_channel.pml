// a channel that was never made
chan c;
active proctype P() {
  c!1
}
