/*
 * Driving philosophers: drivers pass a roundabout segment by segment, holding one or two neighbouring segments at a
 * time, in rounds: everybody acts once, then free segments are granted in the order in which they were asked for.
 *
 * S. Baehni, R. Baldoni, R. Guerraoui and B. Pochon, The driving philosophers, IFIP TCS 2004.
 *
 * N         drivers
 * SEGMENTS  of the roundabout; with no more segments than drivers they can block each other
 * ROUTE     segments that a driver passes
 */

#ifndef N
#define N 2
#endif
#ifndef SEGMENTS
#define SEGMENTS 3
#endif
#ifndef ROUTE
#define ROUTE 2
#endif
#define NOBODY 255

typedef Driver {
    bool turn;              /* has not yet acted in this round */
    bool waiting;           /* for the segment in front */
    byte held;              /* segments held: up to two */
    byte rear;              /* the last of them, or the one to ask for */
    byte to_go              /* segments not yet asked for */
};

Driver driver[N];
byte holder[SEGMENTS];
chan requests[SEGMENTS] = [N] of { byte };
byte acted;                 /* drivers who have acted in this round */

#define me driver[_pid]
#define front ((me.rear + me.held) % SEGMENTS)

inline pass() { me.turn = false; acted++ }

active [N] proctype drive()
{
    do
    ::  d_step { me.turn; pass() }
    ::  d_step {
            me.turn && !me.waiting && me.held < 2 && me.to_go > 0;
            requests[front] ! _pid;
            me.waiting = true;
            me.to_go--;
            pass()
        }
    ::  d_step {
            me.turn && (me.held == 2 || (me.held == 1 && me.to_go == 0 && !me.waiting));
            assert(holder[me.rear] == _pid);
            holder[me.rear] = NOBODY;
            me.held--;
            me.rear = (me.rear + 1) % SEGMENTS;
            if
            ::  me.held == 0 -> me.rear = _pid % SEGMENTS; me.to_go = ROUTE     /* comes again later */
            ::  else
            fi;
            pass()
        }
    od
}

active proctype rounds()
{
    byte i, who, stuck;

    d_step {
        for (i : 0 .. N - 1) { driver[i].turn = true; driver[i].rear = i % SEGMENTS; driver[i].to_go = ROUTE };
        for (i : 0 .. SEGMENTS - 1) { holder[i] = NOBODY };
        i = 0
    };
    do
    ::  d_step {
            acted == N;
            for (i : 0 .. SEGMENTS - 1) {
                if
                ::  holder[i] == NOBODY && nempty(requests[i]) ->
                    requests[i] ? who;
                    holder[i] = who;
                    driver[who].held++;
                    driver[who].waiting = false
                ::  else
                fi
            };
            for (i : 0 .. N - 1) {
                driver[i].turn = true;
                stuck = stuck + (driver[i].waiting && driver[i].held > 0)
            };
            assert(stuck < N);
            stuck = 0;
            acted = 0;
            i = 0;
            who = 0
        }
    od
}
