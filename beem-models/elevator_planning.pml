/*
 * Elevator planning: bring everybody to floor 0, though some must not meet in the elevator and some must not be alone
 * in it.  An assertion violation is a plan.
 *
 * J. Koehler and K. Schuster, Elevator control as a planning problem, AIPS 2000.
 *
 * PERSONS, FLOORS  their numbers; with conflicts there are 5 floors at least, and persons start where start() says
 * CAPACITY         persons in the elevator
 * CONFLICTS        1: groups A and B must not meet, and those who are afraid must not be alone
 */

#ifndef PERSONS
#define PERSONS 5
#endif
#ifndef FLOORS
#define FLOORS 5
#endif
#ifndef CAPACITY
#define CAPACITY 3
#endif
#ifndef CONFLICTS
#define CONFLICTS 1
#endif

#define start(p)    ((p) < 5 -> (p) : ((p) == 5 -> 0 : 3))
#define group_a(p)  (CONFLICTS && ((p) == 0 || (p) == 3 || (p) == 4))
#define group_b(p)  (CONFLICTS && ((p) == 1 || (p) == 2 || (p) == 5))
#define afraid(p)   (CONFLICTS && (p) < 2)
#define INSIDE      255

byte at;                    /* floor of the elevator */
byte place[PERSONS];        /* floor of a person, or INSIDE */
byte inside, a_inside, b_inside, afraid_inside;     /* how many are in the elevator */
byte arrived;               /* persons on floor 0 */
bool done;

proctype person(byte me)
{
end:
    do
    ::  d_step {
            !done && place[me] == at && inside < CAPACITY &&
                !(group_a(me) && b_inside) && !(group_b(me) && a_inside) && !(afraid(me) && !inside);
            arrived = arrived - (at == 0);
            place[me] = INSIDE;
            inside++;
            a_inside = a_inside + group_a(me);
            b_inside = b_inside + group_b(me);
            afraid_inside = afraid_inside + afraid(me)
        }
    ::  d_step {
            !done && place[me] == INSIDE && (inside > 2 || afraid_inside == afraid(me));
            arrived = arrived + (at == 0);
            place[me] = at;
            inside--;
            a_inside = a_inside - group_a(me);
            b_inside = b_inside - group_b(me);
            afraid_inside = afraid_inside - afraid(me)
        }
    od
}

/* the elevator goes to this floor */
proctype floor(byte me)
{
end:
    do
    ::  d_step { !done; at = me }
    od
}

proctype goal()
{
end:
    d_step { arrived == PERSONS; done = true; assert(false) };
end_done:
    false
}

init {
    byte i;
    d_step {
        for (i : 0 .. PERSONS - 1) { place[i] = start(i); arrived = arrived + (start(i) == 0) }
    };
    atomic {
        for (i : 0 .. PERSONS - 1) { run person(i) };
        for (i : 0 .. FLOORS - 1) { run floor(i) };
        run goal()
    }
}
