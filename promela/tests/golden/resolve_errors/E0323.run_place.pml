proctype P() { skip }
chan c = [1] of { byte };
byte x = run P();
init {
    run P() > 0;
    run P() && run P();
    c!run P();
    byte y = run P();
    y = run P()
}
