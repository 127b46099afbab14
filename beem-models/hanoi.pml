/*
 * Towers of Hanoi: move a tower of discs to another peg, one disc at a time, never a larger one on a smaller one.
 * An assertion violation is a solution.
 *
 * E. Lucas, Recreations mathematiques, volume 3, 1893.
 *
 * N     discs
 * GOAL  1: claim that the tower never stands on the last peg
 */

#ifndef N
#define N 8
#endif
#ifndef GOAL
#define GOAL 1
#endif
#define PEGS 3

typedef Peg {
    byte disc[N + 1];       /* from below; the first is the ground, larger than any disc */
    byte height             /* index of the topmost disc */
};

Peg peg[PEGS];

#define top(p) peg[p].disc[peg[p].height]

proctype move(byte from, to)
{
end:
    do
    ::  d_step {
            top(from) < top(to);
            peg[to].height++;
            top(to) = top(from);
            top(from) = 0;
            peg[from].height--;
            assert(!(GOAL && peg[PEGS - 1].height == N))
        }
    od
}

init {
    byte i, j;
    d_step {
        for (i : 0 .. PEGS - 1) { peg[i].disc[0] = N + 1 };
        for (i : 1 .. N) { peg[0].disc[i] = N + 1 - i };
        peg[0].height = N
    };
    atomic {
        for (i : 0 .. PEGS - 1) {
            for (j : 0 .. PEGS - 1) {
                if
                ::  i != j -> run move(i, j)
                ::  else
                fi
            }
        }
    }
}
