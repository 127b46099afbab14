proctype Worker() { skip }
init { run Woker(); run Nothing() }
