/*
 * Fischer's timed mutual exclusion: write your name, wait long enough for everybody else to have written theirs,
 * and enter if it is still yours.
 *
 * M. Fischer, cited in L. Lamport, A fast mutual exclusion algorithm, ACM TOCS 5(1), 1987.
 * Time is discrete, as in R. Pelanek, BEEM: Benchmarks for explicit model checkers, SPIN 2007, LNCS 4595.
 *
 * N     processes
 * STEP  a process that saw nobody writes its name within this many ticks
 * WAIT  ticks that it waits then; too short unless greater than STEP
 */

#ifndef N
#define N 3
#endif
#ifndef STEP
#define STEP 2
#endif
#ifndef WAIT
#define WAIT 3
#endif
#define NOBODY   0
#define NO_LIMIT 255

byte name = NOBODY;
byte left[N + 1];       /* ticks until process 1 .. N must move */
byte urgent;            /* processes with no ticks left: time stands still for them */
byte inside;            /* processes in the critical section */

inline must_move_within(ticks)
{
    urgent = urgent - (left[me] == 0);
    left[me] = ticks
}

proctype clock()
{
    byte i;

    do
    ::  d_step {
            urgent == 0;
            for (i : 1 .. N) {
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
    ::  d_step { name == NOBODY; must_move_within(STEP) };
        d_step { name = me; must_move_within(WAIT) };
        do
        ::  d_step { left[me] == 0; must_move_within(NO_LIMIT) }
        ::  left[me] == NO_LIMIT && name != me;
            goto outside
        ::  d_step { left[me] == NO_LIMIT && name == me; inside++; assert(inside == 1) };
            break
        od;

        atomic { inside--; name = NOBODY }
    od
}

init {
    byte i;
    d_step {
        for (i : 0 .. N) { left[i] = NO_LIMIT }
    };
    atomic {
        run clock();
        for (i : 1 .. N) { run process(i) }
    }
}
