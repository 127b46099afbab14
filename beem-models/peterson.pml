/*
 * Mutual exclusion of N processes by shared variables: N - 1 levels, each of which keeps one process back.
 *
 * G. L. Peterson, Myths about the mutual exclusion problem, Information Processing Letters 12 (1981).
 *
 * A process looks at the positions of the others one after the other. With -DCARELESS it also overlooks the
 * processes at its own level, and mutual exclusion is lost.
 */
#ifndef N
#define N 3             /* processes */
#endif

#ifdef CARELESS
#define below(other) (position[other] <= level)
#else
#define below(other) (position[other] < level)
#endif

byte position[N];       /* level a process has reached, 0 outside */
byte last[N];           /* last[l - 1]: who came to level l last and has to wait there */
byte inside;            /* processes in the critical section */

active [N] proctype process()
{
    byte level, other;

    do
    ::  level = 1;
        do
        ::  d_step { level < N -> position[_pid] = level };
            d_step { last[level - 1] = _pid; other = 0 };
            do
            ::  d_step { other < N && (other == _pid || below(other)) -> other++ }
            ::  d_step { last[level - 1] != _pid || other == N -> level++ };
                break
            od
        ::  d_step { level == N -> inside++; assert(inside == 1) };
            break
        od;
        atomic { position[_pid] = 0; inside-- }
    od
}
