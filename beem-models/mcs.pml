/*
 * A lock whose waiting processes form a queue; each spins on a variable of its own.
 *
 * J. M. Mellor-Crummey and M. L. Scott, Algorithms for scalable synchronization on shared-memory
 * multiprocessors, ACM Transactions on Computer Systems 9 (1991).
 *
 * fetch_and_store and compare_and_swap are single steps, every other access to shared variables is one, too.
 * With -DSTUCK a process releases itself in the place of its successor, which then waits for ever.
 */
#ifndef N
#define N 3             /* processes */
#endif
#define NOBODY 255

byte next[N];           /* who waits behind a process */
bool locked[N];
byte tail = NOBODY;     /* the last in the queue */
byte inside;            /* processes in the critical section */

inline enter()
{
    inside++;
    assert(inside == 1)
}

proctype process(byte me)
{
    byte pred;

    do
    ::  next[me] = NOBODY;
        d_step { pred = tail; tail = me };                  /* fetch_and_store */
        if
        ::  d_step { pred == NOBODY -> enter() }
        ::  pred != NOBODY ->
            locked[me] = true;
            next[pred] = me;
            d_step { !locked[me] -> enter() }
        fi;

        if
        ::  d_step { next[me] == NOBODY -> inside-- };
            if
            ::  d_step { tail == me -> tail = NOBODY }      /* compare_and_swap */
            ::  tail != me ->
                next[me] != NOBODY;
                goto pass_on
            fi
        ::  d_step { next[me] != NOBODY -> inside-- };
pass_on:
#ifdef STUCK
            locked[me] = false
#else
            locked[next[me]] = false
#endif
        fi
    od
}

init
{
    byte i;

    d_step { for (i : 0 .. N - 1) { next[i] = NOBODY } };
    atomic { for (i : 0 .. N - 1) { run process(i) } }
}
