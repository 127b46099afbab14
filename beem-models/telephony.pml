/*
 * A telephone exchange with two services, call forwarding and ring-back.
 *
 * M. Calder and A. Miller, Using SPIN for feature interaction analysis: a case study, SPIN 2001.
 *
 * Users dial each other, themselves, or a number that does not exist. With -DFORWARD the calls to a busy user go
 * to the user with the next number, except for the last. With -DRINGBACK the number without a user also calls back
 * the last caller. With -DLATE a called user does not notice that the caller has hung up before the next call comes
 * in.
 */
#ifndef N
#define N 2             /* users */
#endif
#define NOBODY  255
#define UNKNOWN N       /* a number without a user */

byte line[N];           /* the other end of a user's line; the user itself while dialing */
bool answered[N];       /* the call on the line was answered */
byte partner[N];        /* whom a user talks to or wants to */
#ifdef RINGBACK
byte last_caller[N];
#endif

#define is_free(user)   (line[user] == NOBODY)
#define is_user(number) (number != me && number != UNKNOWN)
#define my_partner      partner[me]

#ifdef FORWARD
#define forwards(user) (user < N - 1)
#else
#define forwards(user) false
#endif

#ifdef LATE
#define over (!is_free(me) && !answered[me])
#else
#define over (!answered[me])
#endif

inline set_line(user, to, is_answered)
{
    line[user] = to;
    answered[user] = is_answered
}

inline clear()
{
    set_line(me, NOBODY, false);
    on_hook = true
}

inline record_call()
{
#ifdef RINGBACK
    last_caller[my_partner] = me
#else
    skip
#endif
}

proctype user(byte me)
{
    bool on_hook = true;

idle:
    do
    ::  d_step { is_free(me) -> on_hook = false; set_line(me, me, false) };
        if                                              /* dials */
        ::  d_step { on_hook = true; set_line(me, NOBODY, false) };
            goto idle
        ::  my_partner = 0
        ::  my_partner = 1
#if N > 2
        ::  my_partner = 2
#endif
#if N > 3
        ::  my_partner = 3
#endif
        ::  my_partner = UNKNOWN
        fi;
dialed:
        if
        ::  my_partner == me                            /* busy */
        ::  my_partner == UNKNOWN                       /* unobtainable */
#ifdef RINGBACK
        ::  d_step { my_partner == UNKNOWN && last_caller[me] != NOBODY -> my_partner = last_caller[me] };
            goto dialed
#endif
        ::  d_step { is_user(my_partner) && !is_free(my_partner) && !forwards(my_partner) -> record_call() }
        ::  d_step { is_user(my_partner) && !is_free(my_partner) && forwards(my_partner) ->
                record_call(); my_partner++ };
            goto dialed
        ::  d_step {
                is_user(my_partner) && is_free(my_partner) ->
                record_call();
                set_line(my_partner, me, false);
                set_line(me, my_partner, false)
            };
            if                                          /* it rings there */
            ::  line[me] != my_partner -> assert(false)
            ::  line[me] == my_partner && answered[me] ->
                d_step { clear(); set_line(my_partner, NOBODY, false) }
            ::  line[me] == my_partner && !answered[me] ->
                d_step { clear() }                      /* gives up */
            fi;
            goto idle
        fi;
        atomic { clear(); my_partner = NOBODY }         /* hears a tone and hangs up */

    ::  d_step { !is_free(me) -> my_partner = line[me] };
        if                                              /* it rings here */
        ::  d_step { line[my_partner] != me -> my_partner = NOBODY }
        ::  line[my_partner] == me ->
            if
            ::  !on_hook || is_free(me) -> assert(false)
            ::  line[my_partner] != me
            ::  line[my_partner] == me ->
                if
                ::  d_step { line[my_partner] != me -> clear(); my_partner = NOBODY }
                ::  d_step {
                        line[my_partner] == me && !answered[my_partner] ->
                        on_hook = false;
                        set_line(my_partner, me, true);
                        set_line(me, my_partner, true)
                    };
                    do
                    ::  d_step { answered[me] -> on_hook = !on_hook }       /* puts it down and takes it again */
                    ::  d_step { over -> clear(); my_partner = NOBODY };
                        break
                    od
                fi
            fi
        fi
    od
}

init
{
    byte i;

    d_step {
        for (i : 0 .. N - 1) {
            line[i] = NOBODY;
            partner[i] = NOBODY;
#ifdef RINGBACK
            last_caller[i] = NOBODY
#endif
        }
    };
    atomic { for (i : 0 .. N - 1) { run user(i) } }
}
