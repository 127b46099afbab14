mtype = { red };
proctype P() { skip }
init {
red: skip;
    goto P
}
