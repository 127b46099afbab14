/*
 * The bakery algorithm: draw a number higher than all that are visible, wait for everybody with a lower one.
 *
 * L. Lamport, A new solution of Dijkstra's concurrent programming problem, CACM 17(8), 1974.
 *
 * N       processes
 * MAX     highest number; the algorithm needs unbounded ones, here a process that would need a higher one stops
 * FAULTY  1: wait for the higher numbers, which does not exclude anybody
 */

#ifndef N
#define N 2
#endif
#ifndef MAX
#define MAX 9
#endif
#ifndef FAULTY
#define FAULTY 0
#endif

#if FAULTY
#define before(a, b) (a > b)
#else
#define before(a, b) (a < b)
#endif

bool choosing[N];
byte number[N];
byte inside;            /* processes in the critical section */

/* process j does not have to be waited for */
#define after_me(j) (number[j] == 0 || before(number[_pid], number[j]) || (number[j] == number[_pid] && _pid <= j))

active [N] proctype process()
{
    byte j, highest;

    do
    ::  d_step { choosing[_pid] = true; j = 0; highest = 0 };
end_no_number_left:
        do
        ::  d_step { j < N && number[j] > highest; highest = number[j]; j++ }
        ::  d_step { j < N && number[j] <= highest; j++ }
        ::  d_step {
                j == N && highest < MAX;
                number[_pid] = highest + 1;
                j = 0;
                choosing[_pid] = false
            };
            break
        od;

        /* those who wait for a stopped process have stopped, too */
end_waiting:
        do
        ::  j < N && !choosing[j];
end_queueing:
            d_step { after_me(j); j++ }
        ::  d_step { j == N; inside++; assert(inside == 1) };
            break
        od;

        atomic { inside--; number[_pid] = 0 }
    od
}
