byte x;
proctype P() { byte mine; L: skip }
init {
    d_step {
        run P();
        P:mine == 1;
        x = P:mine;
        x = P@L;
        { x = 1 } unless { x == 2 }
    }
}
