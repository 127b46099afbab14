chan c = [1] of { byte };
init {
    atomic { xr c };
    if :: xs c fi;
    { chan d = [1] of { byte } }
}
