/*
 * Real-time Ethernet: a token visits the stations that have reserved bandwidth in every cycle, and the others in
 * turn as long as the cycle has time left.
 *
 * C. Venkatramani and T. Chiueh, Design, implementation, and evaluation of a software-based real-time Ethernet
 * protocol, SIGCOMM 1995; X. Du, K. T. McDonnell, E. Nanos, Y. S. Ramakrishna and S. A. Smolka, Software design,
 * specification, and verification: lessons learned from the Rether case study, AMAST 1997.
 *
 * With -DLAZY the bandwidth manager answers before it writes down a reservation, and the token can come between.
 */
#ifndef N
#define N 3             /* stations */
#endif
#ifndef SLOTS
#define SLOTS 5         /* visits in one cycle */
#endif
#ifndef RESERVABLE
#define RESERVABLE 2    /* visits that can be reserved */
#endif

mtype = { reserve, release, grant, refuse, ok };

chan visit[N] = [0] of { bool };        /* the token comes: for real-time data? */
chan done = [0] of { bit };             /* the token goes on */
chan request = [0] of { mtype, byte };
chan answer = [0] of { mtype };

bool reserved[N];
byte reservations;

inline answer_and_set(message, is_reserved, count)
{
#ifdef LAZY
    answer ! message;
    reservations = count;
    reserved[station] = is_reserved
#else
    reservations = count;
    reserved[station] = is_reserved;
    answer ! message
#endif
}

active proctype bandwidth()
{
    byte station;

    do
    ::  request ? reserve, station ->
        if
        ::  atomic { reservations >= RESERVABLE -> answer ! refuse }
        ::  atomic { reservations < RESERVABLE -> answer_and_set(grant, true, reservations + 1) }
        fi
    ::  request ? release, station ->
        if
        ::  atomic { reserved[station] -> answer_and_set(ok, false, reservations - 1) }
        ::  d_step { !reserved[station] -> assert(false) };
            break
        fi
    od;
end:
    false       /* out of order */
}

active [N] proctype node()
{
    byte me = _pid - 1;
    bool real_time, granted;

end:
    do
    ::  visit[me] ? real_time;
        if
        ::  real_time ->
            if
            ::  d_step { !granted -> assert(false) };       /* the token thinks that I have reserved */
                break
            ::  true
            ::  atomic { request ! release, me; granted = false };
                answer ? ok
            fi
        ::  !real_time ->
            if
            ::  true
            ::  atomic { !granted -> request ! reserve, me };
                if
                ::  answer ? grant -> granted = true
                ::  answer ? refuse
                fi
            fi
        fi;
        done ! 0
    od;
end_broken:
    false
}

active proctype token()
{
    byte station;           /* that is looked at in the real-time part of the cycle */
    byte left = SLOTS;      /* visits of the rest of the cycle */
    byte next;              /* whose turn it is there */

    do
    ::  station = 0;
        do
        ::  d_step { station < N && !reserved[station] -> station++ }
        ::  atomic { station < N && reserved[station] -> visit[station] ! true };
            atomic { done ? _; station++ }
        ::  station == N -> break
        od;
        do
        ::  atomic { left > 0 -> visit[next] ! false };
            atomic { done ? _; next = (next + 1) % N; left-- }
        ::  left == 0 -> break
        od;
        left = SLOTS - reservations
    od
}
