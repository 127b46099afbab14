/* Four processes, each counting to a bound while it may, and a token they hand around. */
#define N 4
#define BOUND 15
byte token;
byte count[N];

active [N] proctype counter() {
  byte mine;
  do
  :: mine < BOUND -> mine++; count[_pid] = mine
  :: token == _pid && mine > 0 -> mine--; token = (token + 1) % N
  :: mine == BOUND -> mine = 0; count[_pid] = 0
  od
}
