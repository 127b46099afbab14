/*
 * Elevator with queues: persons call it to their floor, and it takes them one by one to the floor they want.
 *
 * After the elevator in R. Pelanek, BEEM: Benchmarks for explicit model checkers, SPIN 2007, LNCS 4595.
 *
 * PERSONS, FLOORS  their numbers
 * STAY             1: look for the next call from the floor where the elevator is; 0: go on from the last call
 */

#ifndef PERSONS
#define PERSONS 2
#endif
#ifndef FLOORS
#define FLOORS 4
#endif
#ifndef STAY
#define STAY 0
#endif

chan waiting[FLOORS] = [PERSONS] of { byte };   /* who has called from a floor, first come, first served */
chan get_in[PERSONS] = [0] of { byte };         /* the floor that a person wants */
chan get_out[PERSONS] = [0] of { byte };        /* the floor that a person has reached */
byte calls;                                     /* persons waiting on all floors */

active [PERSONS] proctype person()
{
    byte floor, wish;

end:
    do
    ::  atomic { waiting[floor] ! _pid; calls++ };
        atomic { select (wish : 1 .. FLOORS - 1); wish = (floor + wish) % FLOORS };     /* not where he is */
        get_in[_pid] ! wish;
        atomic { get_out[_pid] ? floor; assert(floor == wish); wish = 0 }
    od
}

active proctype elevator()
{
    byte at, serving, passenger, wish;

end:
    do
    ::  calls > 0;
        do
        ::  d_step { empty(waiting[serving]); serving = (serving + 1) % FLOORS }
        ::  nempty(waiting[serving]) -> break
        od;
        do
        ::  d_step { serving < at; at-- }
        ::  d_step { serving > at; at++ }
        ::  serving == at -> break
        od;
        atomic { waiting[at] ? passenger; calls-- };

        get_in[passenger] ? wish;
        do
        ::  d_step { wish < at; at-- }
        ::  d_step { wish > at; at++ }
        ::  wish == at -> break
        od;
        atomic {
            get_out[passenger] ! at;
            passenger = 0;
            wish = 0;
            if
            ::  STAY -> serving = at
            ::  !STAY
            fi
        }
    od
}
