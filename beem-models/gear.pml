/*
 * Gear controller of a car: on request it takes the torque away, sets neutral, synchronises the speed, sets the new
 * gear and gives the torque back; under difficult conditions it uses the clutch.
 *
 * M. Lindahl, P. Pettersson and W. Yi, Formal design and analysis of a gear controller, TACAS 1998, LNCS 1384.
 * Time is discrete, as in R. Pelanek, BEEM: Benchmarks for explicit model checkers, SPIN 2007, LNCS 4595.
 *
 * GEARS   highest gear; gear 0 is neutral, gear -1 reverse
 * SCALE   ticks per 50 ms
 * FAULTS  1: clutch and gearbox may break down, which the controller must notice
 */

#ifndef GEARS
#define GEARS 5
#endif
#ifndef SCALE
#define SCALE 1
#endif
#ifndef FAULTS
#define FAULTS 0
#endif
#define NO_LIMIT 255

mtype = { OPEN, CLOSE, SET_GEAR, SET_NEUTRAL, ZERO_TORQUE, SYNCHRONISE, GIVE_TORQUE, DONE };

/* commands, and DONE as the answer to each */
chan clutch = [0] of { mtype };
chan gearbox = [0] of { mtype };
chan engine = [0] of { mtype };
chan shift = [0] of { short };      /* driver: to a gear */
chan shifted = [0] of { bool };

/* time: ticks until each component must move, and how many must move now */
#define CLUTCH  0
#define GEARBOX 1
#define ENGINE  2
#define CONTROL 3
byte left[4] = NO_LIMIT;
byte urgent;

bool clutch_open;
bool torque;            /* the engine drives the gearbox */
bool broken;            /* a component does not answer any more */

inline limit(component, ticks)
{
    d_step {
        urgent = urgent - (left[component] == 0);
        left[component] = (ticks) * SCALE
    }
}

inline no_limit(component)
{
    d_step {
        urgent = urgent - (left[component] == 0);
        left[component] = NO_LIMIT
    }
}

active proctype clock()
{
    byte i;

    do
    ::  d_step {
            urgent == 0;
            for (i : 0 .. 3) {
                if
                ::  left[i] != NO_LIMIT -> left[i]--; urgent = urgent + (left[i] == 0)
                ::  else
                fi
            };
            i = 0
        }
    od
}

/* a command arrives and will take between `least` and `most` ticks, or not be carried out at all */
inline accept(port, command, component, least, most)
{
    atomic { port ? command; limit(component, most) };
    if
    ::  left[component] <= (most - least) * SCALE
    ::  atomic { FAULTS && left[component] == 0; no_limit(component); broken = true };
        goto end_broken
    fi
}

active proctype clutch_unit()
{
    do
    ::  accept(clutch, OPEN, CLUTCH, 2, 3);
        atomic { no_limit(CLUTCH); clutch_open = true; clutch ! DONE };
        accept(clutch, CLOSE, CLUTCH, 2, 3);
        atomic { no_limit(CLUTCH); clutch_open = false; clutch ! DONE }
    od;
end_broken:
    false
}

active proctype gearbox_unit()
{
    do
    ::  accept(gearbox, SET_GEAR, GEARBOX, 2, 6);
        atomic { assert(!torque || clutch_open); no_limit(GEARBOX); gearbox ! DONE };
        accept(gearbox, SET_NEUTRAL, GEARBOX, 2, 4);
        atomic { assert(!torque || clutch_open); no_limit(GEARBOX); gearbox ! DONE }
    od;
end_broken:
    false
}

/* the engine may fail to reach zero torque or the new speed; the controller will not wait for it that long */
inline try(least, most)
{
    left[ENGINE] <= (most - least) * SCALE;
    if
    ::  engine ! DONE
    ::  left[ENGINE] == 0
    fi;
    no_limit(ENGINE)
}

active proctype engine_unit()
{
    do
    ::  atomic { engine ? ZERO_TORQUE; limit(ENGINE, 8) }; try(3, 8)
    ::  atomic { engine ? SYNCHRONISE; limit(ENGINE, 4) }; try(1, 4)
    ::  engine ? GIVE_TORQUE
    od
}

active proctype driver()
{
    short gear;

    do
    ::  gear < GEARS -> gear++; shift ! gear; shifted ? _
    ::  gear > -1 -> gear--; shift ! gear; shifted ? _
    od
}

/* gives a command and waits for the answer; a missing answer stops the controller */
inline order(port, command, ticks)
{
    atomic { limit(CONTROL, ticks); port ! command };
    if
    ::  atomic { port ? DONE; no_limit(CONTROL) }
    ::  atomic { left[CONTROL] == 0; no_limit(CONTROL) };
        assert(broken);
        goto end_failed
    fi
}

/* the same of the engine, but opens the clutch if it does not get there */
inline ask_engine(command, ticks)
{
    atomic { limit(CONTROL, ticks); engine ! command };
    if
    ::  atomic { engine ? DONE; no_limit(CONTROL); torque = false }
    ::  atomic { left[CONTROL] == 0; no_limit(CONTROL) };
        order(clutch, OPEN, 4)
    fi
}

active proctype controller()
{
    short from, to;

    do
    ::  shift ? to;
        if
        ::  from != 0;
            ask_engine(ZERO_TORQUE, 5);
            order(gearbox, SET_NEUTRAL, 5)
        ::  from == 0
        fi;
        if
        ::  to != 0;
            if
            ::  !clutch_open -> ask_engine(SYNCHRONISE, 3)
            ::  clutch_open
            fi;
            order(gearbox, SET_GEAR, 7)
        ::  to == 0
        fi;
        if
        ::  clutch_open -> order(clutch, CLOSE, 4)
        ::  !clutch_open
        fi;
        if
        ::  to != 0 -> atomic { torque = true; engine ! GIVE_TORQUE }
        ::  to == 0
        fi;
        from = to;
        to = 0;
        shifted ! true
    od;
end_failed:
    false
}
