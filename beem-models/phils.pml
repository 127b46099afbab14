/*
 * The dining philosophers.
 *
 * E. W. Dijkstra, Hierarchical ordering of sequential processes, Acta Informatica 1 (1971).
 *
 * All take the left fork first and can starve together. There are two ways out: with -DMIXED the first
 * philosopher takes the right fork first; with -DSEATS=K a butler lets at most K < N of them into the dining
 * room (C. A. R. Hoare, Communicating sequential processes, Communications of the ACM 21, 1978).
 */
#ifndef N
#define N 4             /* philosophers and forks */
#endif

bool taken[N];          /* forks */

inline take(fork)
{
    d_step { !taken[fork] -> taken[fork] = true }
}

inline dine()
{
    take(first);
    take(second);
    d_step { assert(taken[first] && taken[second]); taken[first] = false };     /* has eaten */
    taken[second] = false
}

#ifdef SEATS
byte guests;            /* philosophers in the dining room */
#endif

active [N] proctype philosopher()
{
#ifdef MIXED
    byte first = (_pid == 0 -> 1 : _pid);
    byte second = (_pid == 0 -> 0 : (_pid + 1) % N);
#else
    byte first = _pid;
    byte second = (_pid + 1) % N;
#endif

#ifdef SEATS
    do
    ::  d_step { guests < SEATS -> guests++ };
        do
        ::  dine()
        ::  guests--; break
        od
    od
#else
    do
    ::  dine()
    od
#endif
}
