/* Starting processes, labels that others look at, and a body that is one jump. */
byte x;
proctype Child(byte n) { here: x = n }
active proctype Watcher() { Child[2]@here; goto stop; stop: skip }
init { pid p; p = run Child(1); atomic { run Child(2); run Child(3) } (_nr_pr == 2) }
