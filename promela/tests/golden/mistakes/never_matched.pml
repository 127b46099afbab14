// a receive that nothing matches
mtype = { request, grant, refuse };
chan c = [1] of { mtype };
active proctype P() {
  c!request;
  c!grant
}
active proctype Q() {
  c?request;
  if
  :: c?grant
  :: c?refuse
  fi
}
