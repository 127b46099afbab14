/*
 * Lamport's fast mutual exclusion: without competition, seven steps suffice to enter and leave.
 *
 * L. Lamport, A fast mutual exclusion algorithm, ACM TOCS 5(1), 1987.
 *
 * N      processes
 * FAULT  1: who finds the gate taken withdraws the flag of whoever came last instead of its own;
 *        2: after competition, enter if the gate is in the hands of whoever came last instead of one's own
 */

#ifndef N
#define N 3
#endif
#ifndef FAULT
#define FAULT 0
#endif
#define NOBODY 255

bool busy[N];           /* this process is trying to get in */
byte last = NOBODY;     /* who knocked last */
byte gate = NOBODY;     /* who has closed the gate behind him */
byte inside;            /* processes in the critical section */

inline enter() { inside++; assert(inside == 1) }

active [N] proctype process()
{
    byte j;

outside:
    do
    ::  busy[_pid] = true;
        last = _pid;
        if
        ::  d_step { gate != NOBODY; busy[(FAULT == 1 -> last : _pid)] = false };
            gate == NOBODY;
            goto outside
        ::  gate == NOBODY
        fi;
        gate = _pid;
        if
        ::  d_step { last == _pid; enter() }
        ::  d_step { last != _pid; busy[_pid] = false; j = 0 };
            do
            ::  d_step { j < N && !busy[j]; j++ }
            ::  j == N -> break
            od;
            if
            ::  d_step { gate == (FAULT == 2 -> last : _pid); enter() }
            ::  gate == NOBODY;
                goto outside
            fi
        fi;

        d_step { inside--; gate = NOBODY };
        busy[_pid] = false
    od
}
