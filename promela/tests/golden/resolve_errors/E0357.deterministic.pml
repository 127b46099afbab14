D_proctype P() { skip }
init { run P() }
