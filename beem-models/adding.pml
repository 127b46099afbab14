/*
 * Adding puzzle: two processes repeat x = c; x = x + c; c = x on one shared counter c, starting at 1.
 * Which values can c take?  Surprisingly many, because the reads and writes interleave.
 *
 * Puzzle from R. Pelanek, BEEM: Benchmarks for explicit model checkers, SPIN 2007, LNCS 4595.
 *
 * MAX   a process starts another round only while c < MAX
 * GOAL  a value that c is claimed never to take; 0 claims nothing
 */

#ifndef MAX
#define MAX 20
#endif
#ifndef GOAL
#define GOAL 0
#endif
#define PROCESSES 2

int c = 1;
int x[PROCESSES];

active [PROCESSES] proctype adder()
{
end:
    do
    ::  d_step { c < MAX; x[_pid] = c };
        x[_pid] = x[_pid] + c;
        d_step { c = x[_pid]; assert(c != GOAL) }
    od
}
