/* With xr and xs a message is safe as long as the channel is neither full nor empty.
   raw 370 505 0 30 1
   default 130 133 0 21 1
   por 51 10 0 21 7 */
chan c = [2] of { byte }; byte g;
active proctype P() { xs c; byte i; do :: i < 4 -> c!i; i++ :: else -> break od; g = 1 }
active proctype R() { xr c; byte y, s; do :: c?y -> s = s + y :: g == 1 && empty(c) -> break od; assert(s == 6) }
active proctype Z() { byte z; z = 1; z = 2; g = g + 2 }
