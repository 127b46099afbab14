// a keyword as a name
byte len;
active proctype P() {
  len = 1
}
