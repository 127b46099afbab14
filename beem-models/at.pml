/*
 * Mutual exclusion by known delays: a process that meets competition waits longer than any other process needs for
 * a step, so that everybody sees who came last.
 *
 * R. Alur and G. Taubenfeld, Fast timing-based algorithms, Distributed Computing 10, 1996.
 * Time is discrete, as in R. Pelanek, BEEM: Benchmarks for explicit model checkers, SPIN 2007, LNCS 4595.
 *
 * N      processes
 * STEP   a process that is not waiting moves within this many ticks
 * DELAY  ticks that a process waits on competition; too short unless greater than 2 * STEP
 */

#ifndef N
#define N 3
#endif
#ifndef STEP
#define STEP 2
#endif
#ifndef DELAY
#define DELAY 5
#endif
#define NOBODY   255
#define NO_LIMIT 255

byte last;                  /* the process that asked last */
byte owner = NOBODY;        /* the process that believes to be alone */
bool busy;                  /* somebody is in the critical section */
byte left[N];               /* ticks until this process must move */
byte urgent;                /* processes with no ticks left: time stands still for them */
byte inside;                /* processes in the critical section */

inline must_move_within(ticks)
{
    urgent = urgent - (left[me] == 0);
    left[me] = ticks
}

inline enter()
{
    inside++;
    assert(inside == 1)
}

proctype clock()
{
    byte i;

    do
    ::  d_step {
            urgent == 0;
            for (i : 0 .. N - 1) {
                if
                ::  left[i] != NO_LIMIT -> left[i]--; urgent = urgent + (left[i] == 0)
                ::  else
                fi
            };
            i = 0
        }
    od
}

proctype process(byte me)
{
outside:
    do
    ::  d_step { last = me; must_move_within(NO_LIMIT) };
        d_step { owner == NOBODY; must_move_within(STEP) };
        d_step { owner = me; must_move_within(STEP) };
        if
        ::  d_step { last == me; must_move_within(STEP) };
            d_step { busy = true; must_move_within(NO_LIMIT); enter() }
        ::  d_step { last != me; must_move_within(DELAY) };
            d_step { left[me] == 0; must_move_within(STEP) };
            if
            ::  d_step { owner != me; must_move_within(STEP) };
                goto outside
            ::  d_step { owner == me; must_move_within(NO_LIMIT) };
                d_step { !busy; enter() }
            fi
        fi;

        d_step { inside--; busy = false; must_move_within(STEP) };
        if
        ::  d_step { owner != me; must_move_within(NO_LIMIT) }
        ::  d_step { owner == me; must_move_within(STEP) };
            d_step { owner = NOBODY; must_move_within(NO_LIMIT) }
        fi
    od
}

init {
    byte i;
    d_step {
        for (i : 0 .. N - 1) { left[i] = NO_LIMIT }
    };
    atomic {
        run clock();
        for (i : 0 .. N - 1) { run process(i) }
    }
}
