init {
L:  skip;
    { skip; L: skip }
}
