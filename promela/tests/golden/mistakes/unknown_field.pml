// a misspelt field
typedef Pair { byte left; byte right }
Pair p;
active proctype P() {
  p.lft = 1
}
