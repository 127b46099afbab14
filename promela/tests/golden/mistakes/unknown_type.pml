// types of C
float x;
boolean b;
active proctype P() {
  b && x > 0
}
