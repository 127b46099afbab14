/*
 * Anderson's queue lock: a process draws a place in a circular array and spins on its own cell; leaving the
 * critical section it opens the cell of its successor.
 *
 * T. E. Anderson, The performance of spin lock alternatives for shared-memory multiprocessors,
 * IEEE Transactions on Parallel and Distributed Systems 1(1), 1990.
 *
 * N       processes, and cells of the array
 * FAULTY  1: a process closes the cell before its own, which breaks mutual exclusion
 */

#ifndef N
#define N 3
#endif
#ifndef FAULTY
#define FAULTY 0
#endif

bool may_enter[N];
byte next_place;
byte inside;            /* processes in the critical section */

proctype process()
{
    byte place;

    do
    ::  d_step { place = next_place; next_place++ };

        /* keep both numbers within the array; the process in the last place winds the counter back */
        if
        ::  d_step { place == N - 1; next_place = next_place - N }
        ::  d_step { place != N - 1; place = place % N }
        fi;

        may_enter[place];
        d_step {
            may_enter[(place + FAULTY * (N - 1)) % N] = false;
            inside++;
            assert(inside == 1)
        };

        d_step { inside--; may_enter[(place + 1) % N] = true }
    od
}

init {
    byte i;
    d_step { may_enter[0] = true };
    atomic {
        for (i : 1 .. N) { run process() }
    }
}
