// comparisons that a type decides
byte x;
active proctype P() {
  do
  :: x < 256 -> x++
  :: x == 256 -> break
  od
}
