/*
 * Elevator with buttons on the floors, a cabin and a controller that picks the next floor.
 *
 * After the elevator in R. Pelanek, BEEM: Benchmarks for explicit model checkers, SPIN 2007, LNCS 4595.
 *
 * FLOORS  number of floors
 * SWEEP   1: the controller goes on in one direction as far as it can; 0: it picks any requested floor
 */

#ifndef FLOORS
#define FLOORS 4
#endif
#ifndef SWEEP
#define SWEEP 1
#endif

bool request[FLOORS];
byte position;          /* floor at which the cabin is */
short target;           /* floor that the controller looks at or has picked */
bool moving;            /* the cabin is on its way to the target, or there */
bool choosing;          /* the controller takes any request */

active [FLOORS] proctype floor()
{
    do
    ::  d_step { !request[_pid]; request[_pid] = true }
    ::  d_step { choosing && request[_pid]; target = _pid; choosing = false }
    od
}

active proctype cabin()
{
    do
    ::  moving;
        do
        ::  d_step { target < position; position-- }
        ::  d_step { target > position; position++ }
        ::  target == position -> break
        od;
        atomic { assert(request[position]); request[position] = false; moving = false }
    od
}

#if SWEEP
active proctype controller()
{
    bool up;

waiting:
    do
    ::  d_step { !moving; target = target + (up -> 1 : -1) };
        do
        ::  d_step { target < 0 || target == FLOORS; up = !up };
            goto waiting
        ::  d_step { target >= 0 && target < FLOORS && !request[target]; target = target + (up -> 1 : -1) }
        ::  target >= 0 && target < FLOORS && request[target];
            break
        od;
        moving = true
    od
}
#else
active proctype controller()
{
    do
    ::  d_step { !moving; choosing = true };
        d_step { !choosing; moving = true }
    od
}
#endif
