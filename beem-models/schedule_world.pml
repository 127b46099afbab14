/*
 * A workshop: objects are polished, rolled, turned, ground, punched, drilled and painted; find a way to give them
 * the wanted shape, surface and holes.
 *
 * Domain "Schedule" of the second planning competition: F. Bacchus, AIPS 2000 planning competition, AI Magazine
 * 22 (2001); first in the planner PRODIGY (S. Minton, 1988).
 *
 * In one unit of time every machine works on one object at most, and every object is on one machine at most.
 * The assertion fails if the plan exists; the trail is the plan.
 */
#ifndef OBJECTS
#define OBJECTS 2       /* 1 to 3 */
#endif

mtype = { none, cold, hot, polished, smooth, rough, cylindrical, oblong, red, blue, narrow, wide };

typedef Object {
    mtype temperature, surface, shape, paint, hole;
    bool scheduled
};

#define POLISHER  0
#define ROLLER    1
#define LATHE     2
#define GRINDER   3
#define PUNCH     4
#define DRILL     5
#define SPRAY     6
#define BATH      7     /* the immersion painter */
#define MACHINES  8

Object object[OBJECTS];
bool busy[MACHINES];
bool waiting;           /* something is scheduled in this unit of time */
bool done;

#if OBJECTS == 1
#define goal (object[0].shape == oblong && object[0].surface == polished && object[0].hole == wide)
#else
#define goal (object[0].shape == cylindrical && object[0].surface == polished && \
              object[1].shape == oblong && object[1].surface == polished && object[1].hole == wide)
#endif

#define my        object[me]
#define is_cold   (my.temperature == cold)
#define can(machine) (!done && !busy[machine] && !my.scheduled)

inline use(machine)
{
    busy[machine] = true;
    my.scheduled = true;
    waiting = true
}

inline make_hole(size, machine)
{
    use(machine);
    my.hole = size
}

proctype work_on(byte me)
{
end:
    do
    ::  d_step { can(POLISHER) && is_cold -> use(POLISHER); my.surface = polished }
    ::  d_step { can(ROLLER) ->
            use(ROLLER);
            my.shape = cylindrical; my.temperature = hot; my.paint = none; my.hole = none; my.surface = none }
    ::  d_step { can(LATHE)   -> use(LATHE); my.surface = rough; my.shape = cylindrical; my.paint = none }
    ::  d_step { can(GRINDER) -> use(GRINDER); my.surface = smooth; my.paint = none }
    ::  d_step { can(PUNCH) && is_cold && my.hole != narrow -> make_hole(narrow, PUNCH); my.surface = rough }
    ::  d_step { can(PUNCH) && is_cold && my.hole != wide   -> make_hole(wide, PUNCH); my.surface = rough }
    ::  d_step { can(DRILL) && is_cold && my.hole != narrow -> make_hole(narrow, DRILL) }
    ::  d_step { can(DRILL) && is_cold && my.hole != wide   -> make_hole(wide, DRILL) }
    ::  d_step { can(SPRAY) && is_cold -> use(SPRAY); my.paint = red }
    ::  d_step { can(SPRAY) && is_cold -> use(SPRAY); my.paint = blue }
    ::  d_step { can(BATH) -> use(BATH); my.paint = red }
    ::  d_step { can(BATH) -> use(BATH); my.paint = blue }
    od
}

/* The next unit of time. */
proctype clock()
{
    byte i;

end:
    do
    ::  d_step {
            !done && waiting ->
            for (i : 0 .. OBJECTS - 1) { object[i].scheduled = false }
            for (i : 0 .. MACHINES - 1) { busy[i] = false }
            i = 0;
            waiting = false
        }
    ::  d_step { !done && goal -> done = true; assert(false) }
    od
}

inline describe(which, has_paint)
{
    object[which].temperature = cold;
    object[which].surface = smooth;
    object[which].shape = oblong;
    object[which].paint = has_paint;
    object[which].hole = narrow
}

init
{
    byte i;

    d_step {
        describe(0, red);
#if OBJECTS > 1
        describe(1, blue);
#endif
#if OBJECTS > 2
        describe(2, none);
#endif
    };
    atomic {
        for (i : 0 .. OBJECTS - 1) { run work_on(i) }
        run clock()
    }
}
