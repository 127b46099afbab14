/*
 * The i-protocol of GNU UUCP: a sliding window protocol with selective retransmission, over a medium that loses and
 * corrupts data, acknowledgements and negative acknowledgements.
 *
 * Y. Dong et al., Fighting livelock in the i-protocol: a comparative study of verification tools, TACAS 1999,
 * LNCS 1579.
 *
 * WINDOW  packets that may be under way without acknowledgement
 * SEQ     sequence numbers; too few unless at least twice the window
 */

#ifndef WINDOW
#define WINDOW 1
#endif
#ifndef SEQ
#define SEQ (2 * WINDOW)
#endif
#define MESSAGES (SEQ + 1)  /* contents of messages count modulo this, so that no number always means the same */
#define next(n) (((n) + 1) % SEQ)
#define distance(from, to) (((to) + SEQ - (from)) % SEQ)

mtype = { ACK, NAK };

chan data = [1] of { byte, byte, bool };    /* number, contents, intact */
chan control = [1] of { mtype, byte };

active proctype sender()
{
    byte to_send = 1;           /* number of the next packet */
    byte acked;                 /* all packets up to this one were acknowledged */
    byte buffer[SEQ];           /* contents, in case they must be sent again */
    byte message, n;

    do
    ::  d_step {
            distance(next(acked), to_send) < WINDOW && nfull(data);
            buffer[to_send] = message;
            data ! to_send, message, true;
            to_send = next(to_send);
            message = (message + 1) % MESSAGES
        }
    ::  control ? ACK, n;
        d_step {
            if
            ::  distance(next(acked), n) < distance(next(acked), to_send) ->
                do
                ::  acked != n -> acked = next(acked); buffer[acked] = 0
                ::  else -> break
                od
            ::  else
            fi;
            n = 0
        }
    ::  control ? NAK, n;
        if
        ::  distance(next(acked), n) < distance(next(acked), to_send) ->
            data ! n, buffer[n], true
        ::  else
        fi;
        n = 0
    ::  next(acked) != to_send ->       /* timeout: the oldest packet again */
        data ! next(acked), buffer[next(acked)], true
    od
}

active proctype medium()
{
    byte n, m;

end:
    do
    ::  data ? _, _, _                  /* lost */
    ::  control ? _, _
    ::  atomic { data ? n, m, true; data ! n, m, false; n = 0; m = 0 }      /* corrupted */
    od
}

active proctype receiver()
{
    byte taken;                 /* all packets up to this one were handed on */
    byte last_ack;
    bool here[SEQ], nakked[SEQ];
    byte buffer[SEQ];           /* contents of those that came before their turn */
    byte expected;              /* contents of the next message */
    byte n, m, i;

    do
    ::  data ? n, m, true;
        if
        ::  0 < distance(taken, n) && distance(taken, n) <= WINDOW ->
            d_step { here[n] = true; buffer[n] = m; nakked[n] = false };
            do
            ::  d_step {
                    here[next(taken)];
                    taken = next(taken);
                    assert(buffer[taken] == expected);
                    here[taken] = false;
                    buffer[taken] = 0;
                    expected = (expected + 1) % MESSAGES
                };
                if
                ::  distance(last_ack, taken) > WINDOW / 2 ->
                    control ! ACK, taken;
                    last_ack = taken
                ::  else
                fi
            ::  !here[next(taken)] -> break
            od;
            i = next(taken);            /* ask for what is missing before n */
            do
            ::  distance(taken, i) < distance(taken, n) && distance(taken, n) <= WINDOW ->
                if
                ::  !here[i] && !nakked[i] -> control ! NAK, i; nakked[i] = true
                ::  else
                fi;
                i = next(i)
            ::  else -> break
            od
        ::  else                        /* an old one */
        fi;
        atomic { n = 0; m = 0; i = 0 }
    ::  data ? n, _, false;
        if
        ::  0 < distance(taken, n) && distance(taken, n) <= WINDOW && !nakked[n] ->
            control ! NAK, n;
            nakked[n] = true
        ::  else
        fi;
        n = 0
    ::  d_step {                        /* timeout: ask for the next one, and for an answer */
            for (i : 0 .. SEQ - 1) { nakked[i] = false };
            i = 0
        };
        control ! NAK, next(taken);
        nakked[next(taken)] = true;
        control ! ACK, taken;
        last_ack = taken
    od
}
