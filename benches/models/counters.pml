/* Four counters, and a token that each may hand on when it starts again: 4 * (BOUND + 1)^4 states. */
#define N 4
#define BOUND 12
byte token;
byte count[N];

active [N] proctype counter() {
  do
  :: atomic { count[_pid] < BOUND -> count[_pid]++ }
  :: atomic { token == _pid -> count[_pid] = 0; token = (token + 1) % N }
  od
}
