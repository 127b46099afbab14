// no process to start with
byte x;
proctype P() {
  x == 1
}
