/*
 * Trains come to a bridge with one track; a controller stops those that would meet another one there.
 *
 * W. Yi, P. Pettersson and M. Daniels, Automatic verification of real-time communicating systems by
 * constraint-solving, FORTE 1994; G. Behrmann, A. David and K. G. Larsen, A tutorial on Uppaal, SFM 2004.
 *
 * Time is discrete: a tick adds one to the clocks of all trains, and is possible only while nobody has reached the
 * moment at which it has to act. With -DBLIND the controller lets all waiting trains go at once.
 */
#ifndef N
#define N 2                 /* trains */
#endif

/* Times, measured from when the train came near, or into the state it is in. */
#ifndef BRAKE
#define BRAKE 10            /* up to now it can be stopped; it arrives at the bridge later */
#endif
#define ARRIVE   (2 * BRAKE)    /* at the latest */
#define START    7              /* it takes a stopped train to get to the bridge, */
#define STARTED  15             /* at the latest */
#define CROSS    3              /* it takes to cross it, */
#define CROSSED  5              /* at the latest */
#define FOREVER  255

byte clock[N];
byte limit[N] = FOREVER;    /* what a train's clock may not exceed */
byte due;                   /* trains whose clock is at its limit */

bool red[N];                /* the signal a train sees */
chan queue = [N] of { byte };   /* trains that have come near, in their order; the first may cross */

byte crossing;              /* trains on the bridge */

inline set_limit(train, time)
{
    due = due - (clock[train] == limit[train]);
    limit[train] = time;
    due = due + (clock[train] == limit[train])
}

inline reset(train, time)
{
    set_limit(train, FOREVER);
    clock[train] = 0;
    limit[train] = time
}

inline enter_bridge()
{
    reset(_pid, CROSSED);
    crossing++;
    assert(crossing == 1)
}

/* What the controller does at once when a train comes near. */
inline register_train()
{
    red[_pid] = nempty(queue);
    queue ! _pid
}

/* What it does when a train has left: the next one may go. */
inline release_train()
{
    queue ? _;
#ifdef BLIND
    do
    ::  queue ? first -> go()
    ::  empty(queue) -> break
    od;
#else
    if
    ::  queue ? <first> -> go()
    ::  empty(queue)
    fi;
#endif
    first = 0
}

inline go()
{
    red[first] = false;
    if
    ::  limit[first] == BRAKE -> set_limit(first, ARRIVE)      /* it has not stopped yet */
    ::  else
    fi
}

active [N] proctype train()
{
    byte first;

    do
    ::  d_step {
            register_train();
            reset(_pid, (red[_pid] -> BRAKE : ARRIVE))
        };
        if
        ::  d_step { red[_pid] -> reset(_pid, FOREVER) };       /* stops */
            d_step { !red[_pid] -> reset(_pid, STARTED) };
            d_step { clock[_pid] >= START -> enter_bridge() }
        ::  d_step { !red[_pid] && clock[_pid] >= BRAKE -> enter_bridge() }
        fi;
        atomic { clock[_pid] >= CROSS -> crossing--; reset(_pid, FOREVER); release_train() }
    od
}

active proctype tick()
{
    byte i;

    do
    ::  d_step {
            due == 0 ->
            for (i : 0 .. N - 1) {
                if
                ::  limit[i] != FOREVER -> clock[i]++; due = due + (clock[i] == limit[i])
                ::  else
                fi
            }
            i = 0
        }
    od
}
