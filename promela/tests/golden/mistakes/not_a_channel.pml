// a message to what is no channel
byte c;
active proctype P() {
  c!1
}
