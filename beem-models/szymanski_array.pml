/*
 * Szymanski's mutual exclusion with linear wait, and a global array beside it that nobody writes: vectors of any size
 * over one and the same state space.
 *
 * B. K. Szymanski, A simple solution to Lamport's concurrent programming problem with linear wait, ICS 1988.
 * The array is that of the experiment in V. Y. Nguyen, Optimising techniques for model checkers, University of Twente,
 * 2007, figure 6.3: the gain by incremental hashing against the size of the vector, with six processes.
 *
 * N      processes, at most 8
 * ARRAY  bytes of the array
 *
 * Every wait looks at all processes in one step; the sets of processes by flag are kept as bits for that.
 */

#ifndef N
#define N 6
#endif
#ifndef ARRAY
#define ARRAY 64
#endif
#define FILL 85

#define OUTSIDE  0
#define KNOCKING 1      /* at the door */
#define WAITING  2      /* in the waiting room, for the others at the door */
#define IN_DOOR  3
#define INSIDE   4      /* the waiting room is closed */

byte ballast[ARRAY] = FILL;
byte at[5];             /* the processes with each flag, as a set */
byte critical;          /* processes in the critical section */

#define bit_of(i) (1 << (i))
#define lower     (bit_of(_pid) - 1)
#define higher    (255 - bit_of(_pid + 1) + 1)

/* from one flag to the next, as one write */
inline flag(old, new)
{
    at[old] = at[old] & ~bit_of(_pid);
    at[new] = at[new] | bit_of(_pid)
}

active [N] proctype process()
{
    do
    ::  d_step { flag(OUTSIDE, KNOCKING) };
        (at[IN_DOOR] | at[INSIDE]) == 0;
        d_step { flag(KNOCKING, IN_DOOR) };
        if
        ::  at[KNOCKING] != 0;
            d_step { flag(IN_DOOR, WAITING) };
            at[INSIDE] != 0;
            d_step { flag(WAITING, INSIDE) }
        ::  at[KNOCKING] == 0;
            d_step { flag(IN_DOOR, INSIDE) }
        fi;
        ((at[WAITING] | at[IN_DOOR] | at[INSIDE]) & lower) == 0;

        d_step { critical++; assert(critical == 1 && ballast[ARRAY - 1] == FILL) };
        critical--;

        ((at[WAITING] | at[IN_DOOR]) & higher) == 0;
        d_step { flag(INSIDE, OUTSIDE) }
    od
}
