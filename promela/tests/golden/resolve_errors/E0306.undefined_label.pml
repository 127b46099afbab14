proctype P() { elsewhere: skip }
init {
again: skip;
    if
    :: goto agian
    :: goto elsewhere
    :: goto nowhere
    fi
}
