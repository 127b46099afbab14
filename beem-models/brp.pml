/*
 * Bounded retransmission protocol: an alternating-bit protocol for files over lossy channels that gives up after a
 * number of retransmissions and reports what it knows.
 *
 * L. Helmink, M. P. A. Sellink and F. W. Vaandrager, Proof-checking a data link protocol, TYPES 1993, LNCS 806;
 * P. R. D'Argenio et al., The bounded retransmission protocol must be on time!, TACAS 1997, LNCS 1217.
 * As in the latter, a loss is followed by a timeout of the sender and nothing else.
 *
 * LENGTH   frames of the longest file
 * RETRIES  retransmissions of a frame
 */

#ifndef LENGTH
#define LENGTH 5
#endif
#ifndef RETRIES
#define RETRIES 3
#endif

mtype = { OK, NOT_OK, DONT_KNOW, FIRST, INCOMPLETE };

chan request = [0] of { byte };                 /* producer to sender: frames of a new file */
chan confirm = [0] of { mtype };                /* sender to producer: OK, NOT_OK or DONT_KNOW */
chan indicate = [0] of { mtype };               /* receiver to consumer: OK, NOT_OK, FIRST or INCOMPLETE */
chan file_over = [0] of { bool };               /* sender to receiver, after a while: it was the last frame */
chan to_k = [0] of { bool, bool, bit };         /* frames: first, last, alternating bit */
chan from_k = [0] of { bool, bool, bit };
chan to_l = [0] of { bool };                    /* acknowledgements */
chan from_l = [0] of { bool };
chan lost = [0] of { bool };                    /* the sender's timer runs out, because a channel lost something */

byte length;                                    /* of the file under way */
bool complete;                                  /* the consumer has all of it */

active proctype producer()
{
    mtype result;

    do
    ::  atomic { select (length : 1 .. LENGTH) };
        request ! length;
        confirm ? result;
        atomic {
            assert((result == OK && complete) || (result == NOT_OK && !complete) || result == DONT_KNOW);
            complete = false
        }
    od
}

active proctype consumer()
{
    mtype what;
    byte frames;

    do
    ::  atomic {
            indicate ? what;
            frames++;
            if
            ::  what == FIRST -> assert(frames == 1)
            ::  what == INCOMPLETE -> assert(1 < frames && frames < length)
            ::  what == NOT_OK -> frames = 0
            ::  what == OK ->
                assert(frames == length);
                frames = 0;
                complete = true
            fi;
            what = 0
        }
    od
}

active proctype sender()
{
    bit ab;
    byte n, i, tries;

    do
    ::  atomic { request ? n; i = 1 };
        do
        ::  tries = 0;
retransmit:
            to_k ! (i == 1), (i == n), ab;
            if
            ::  atomic { from_l ? _; ab = 1 - ab };
                if
                ::  d_step { i < n; i++ }
                ::  i == n;
                    confirm ! OK;
                    break
                fi
            ::  lost ? _;
                if
                ::  d_step { tries < RETRIES; tries++ };
                    goto retransmit
                ::  tries == RETRIES;
                    if
                    ::  i < n -> confirm ! NOT_OK
                    ::  i == n -> confirm ! DONT_KNOW   /* perhaps only the acknowledgement was lost */
                    fi;
                    break
                fi
            fi
        od;
        file_over ! true
    od
}

active proctype receiver()
{
    bool first, last;
    bit ab, expected;

    do
    ::  file_over ? _                   /* nothing of this file came over */
    ::  from_k ? first, last, ab;
        expected = ab;                  /* the first frame sets the bit */
        do
        ::  if
            ::  ab == expected;
                if
                ::  last -> indicate ! OK
                ::  !last && first -> indicate ! FIRST
                ::  !last && !first -> indicate ! INCOMPLETE
                fi;
                atomic { to_l ! true; expected = 1 - expected }
            ::  ab != expected;
                to_l ! true             /* a repeated frame */
            fi;
            if
            ::  from_k ? first, last, ab
            ::  file_over ? _;          /* the sender is silent for too long */
                if
                ::  last
                ::  !last -> indicate ! NOT_OK
                fi;
                break
            fi
        od
    od
}

active proctype channel_k()
{
    bool first, last;
    bit ab;

    do
    ::  to_k ? first, last, ab;
        if
        ::  from_k ! first, last, ab
        ::  lost ! true
        fi
    od
}

active proctype channel_l()
{
    do
    ::  to_l ? _;
        if
        ::  from_l ! true
        ::  lost ! true
        fi
    od
}
