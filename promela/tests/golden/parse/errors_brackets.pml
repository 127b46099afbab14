byte x;
active proctype A() {
    if
    :: x == 1 -> x = 2
    :: else
}
active proctype B() {
    do
    :: x == (1 -> break
    od
}
active proctype C() {
    x = 1 }
}
active proctype D() {
    atomic {
        x = 1;
active proctype E() {
    fi
}
typedef T { byte a
