// a misspelt variable
byte count;
active proctype P() {
  coutn = count + 1
}
