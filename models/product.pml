/* The product of three counters: VALUES^3 states, each word of which takes every value. A test for lossy storage. */
#ifndef VALUES
#define VALUES 10
#endif

active [3] proctype counter() {
  byte value;
  do
  :: value = (value + 1) % VALUES
  od
}
