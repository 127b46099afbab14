typedef T { byte a[2] }
proctype P(byte a[2]; T t) { skip }
init { skip }
