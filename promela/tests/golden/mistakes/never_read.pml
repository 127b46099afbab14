// variables that are never read
byte used, written, unused;
active proctype P() {
  used = 1;
  written = used
}
