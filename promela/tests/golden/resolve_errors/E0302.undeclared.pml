byte count, total;
init {
    { byte inner; inner = 1 };
    inner = 2;
    coutn = 1;
    coutn = 2;
    byte a, b = a;
    later = 1
}
byte later;
