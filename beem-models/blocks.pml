/*
 * Blocks world: a hand takes clear blocks, one at a time, and puts them on the table or on other clear blocks.
 * Turn the tower upside down; an assertion violation is a plan.
 *
 * T. Winograd, Understanding natural language, Cognitive Psychology 3(1), 1972; a standard planning domain.
 *
 * N     blocks
 * GOAL  1: stop when the tower stands upside down; 0: just visit all arrangements
 */

#ifndef N
#define N 6
#endif
#ifndef GOAL
#define GOAL 1
#endif
#define TABLE N
#define HAND  (N + 1)
#define EMPTY 255
#define DONE  254

byte on[N];             /* what a block lies on: a block, the table or the hand */
bool clear[N + 1];      /* nothing lies on this block; always room on the table */
byte held = EMPTY;      /* the block in the hand */
byte in_place;          /* blocks that lie where the goal wants them: block b on block b + 1, the last on the table */

inline put_on(x)
{
    on[held] = x;
    in_place = in_place + (x == held + 1);
    clear[x] = (x == TABLE);
    clear[held] = true;
    held = EMPTY
}

proctype block(byte me)
{
end:
    do
    ::  d_step {
            held == EMPTY && clear[me];
            in_place = in_place - (on[me] == me + 1);
            clear[on[me]] = true;
            clear[me] = false;
            on[me] = HAND;
            held = me
        }
    ::  d_step { held == me; put_on(TABLE) }
    ::  d_step { held < N && clear[me]; put_on(me) }
    od
}

proctype goal()
{
end:
    d_step { GOAL && in_place == N && held == EMPTY; held = DONE; assert(false) };
end_done:
    false
}

init {
    byte b;
    d_step {
        clear[TABLE] = true;
        clear[N - 1] = true;
        on[0] = TABLE;
        for (b : 1 .. N - 1) { on[b] = b - 1 }
    };
    atomic {
        for (b : 0 .. N - 1) { run block(b) };
        run goal()
    }
}
