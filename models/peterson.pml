/*
 * Mutual exclusion of two processes by shared variables.
 * G. L. Peterson, Myths about the mutual exclusion problem, Information Processing Letters 12 (1981).
 */

bool wants[2];      /* process i asks for the critical section */
byte turn;          /* who has to wait if both do */
byte inside;        /* processes in the critical section */

active [2] proctype process()
{
    byte me = _pid;
    byte other = 1 - _pid;

    do
    ::  wants[me] = true;
        turn = me;
        (!wants[other] || turn == other);

        inside++;
        assert(inside == 1);    /* nobody else is here */
        inside--;

        wants[me] = false
    od
}
