/*
 * Link layer of IEEE 1394 (FireWire): nodes arbitrate for a serial bus, send packets signal by signal, and the
 * addressee acknowledges at once, holding the bus; it may add its response to the acknowledgement.
 *
 * S. P. Luttik, Description and formal specification of the link layer of P1394, Workshop on Applied Formal Methods
 * in System Design, 1997 (CWI report SEN-R9706).
 *
 * N         nodes
 * SENDERS   nodes that have something to send
 * REQUESTS  packets that each of them sends
 * LOSSY     1: the bus may garble what it carries, separately for every listener
 */

#ifndef N
#define N 2
#endif
#ifndef SENDERS
#define SENDERS 1
#endif
#ifndef REQUESTS
#define REQUESTS 1
#endif
#ifndef LOSSY
#define LOSSY 1
#endif
#define BROADCAST N
#define NONE      255

mtype = { FAIR, IMMEDIATE, WON, LOST,                               /* arbitration */
          START, DEST, HEADER, DATA, ACK, END, PREFIX, GAP,         /* signals on the bus */
          SENT, ACKED, UNACKED,                                     /* what became of a packet */
          RELEASE, CONCATENATE };                                   /* what to do after the acknowledgement */

/* transaction layer and link */
chan request[N] = [0] of { byte };              /* addressee */
chan confirm[N] = [0] of { mtype };             /* SENT, ACKED, UNACKED */
chan indicate[N] = [0] of { bool };             /* a packet came; a response is possible */
chan respond[N] = [0] of { mtype };             /* RELEASE, CONCATENATE */

/* link and bus */
chan arbitrate = [0] of { byte, mtype };        /* by whom, FAIR or IMMEDIATE */
chan arbitrated[N] = [0] of { mtype };          /* WON, LOST */
chan put = [0] of { mtype, byte };              /* the owner of the bus: signal and value */
chan get[N] = [0] of { mtype, byte, bool };     /* all others: signal, value, intact */

bool arrived[N];        /* the last packet of this node came over intact */

proctype requester(byte me)
{
    byte sent, dest;
    mtype result;

end:
    do
    ::  sent < REQUESTS ->
        atomic { select (dest : 1 .. N); dest = (me + dest) % (N + 1) };      /* anybody else, or everybody */
        request[me] ! dest;
        confirm[me] ? result;
        atomic {
            assert((result == SENT) == (dest == BROADCAST));
            result = 0;
            sent++
        }
    od
}

proctype responder(byte me)
{
    bool may_respond;

end:
    do
    ::  indicate[me] ? may_respond;
        if
        ::  respond[me] ! RELEASE
        ::  may_respond -> respond[me] ! CONCATENATE
        fi
    od
}

proctype link(byte me)
{
    byte waiting = NONE;        /* addressee of the packet that waits for the bus */
    byte dest, from;
    mtype what;
    bool intact;
    bool response;              /* the packet that we receive or send is one */

end_idle:
    if
    ::  waiting == NONE ->
end_nothing_to_do:
        if
        ::  request[me] ? waiting -> goto end_idle
        ::  get[me] ? what, _, _
        fi
    ::  waiting != NONE ->
        if
        ::  arbitrate ! me, FAIR;
            if
            ::  arbitrated[me] ? LOST -> goto end_idle
            ::  arbitrated[me] ? WON -> dest = waiting; waiting = NONE; goto send
            fi
        ::  get[me] ? what, _, _
        fi
    fi;
    if
    ::  what != START -> goto end_idle
    ::  what == START
    fi;

    /* a packet comes */
    get[me] ? DEST, dest, intact;
    if
    ::  !intact || (dest != me && dest != BROADCAST) -> goto skip_to_gap
    ::  intact && dest == BROADCAST
    ::  intact && dest == me -> arbitrate ! me, IMMEDIATE
    fi;
    get[me] ? HEADER, from, intact;
    if
    ::  !intact -> goto abandon
    ::  intact
    fi;
    get[me] ? DATA, response, intact;
    get[me] ? what, _, _;               /* END, or PREFIX if another packet follows */
    if
    ::  dest == BROADCAST -> response = false; goto end_idle
    ::  dest == me
    fi;

    /* hold the bus until the transaction layer has decided */
    atomic { arrived[from] = intact; indicate[me] ! (intact && !response) };
    arbitrated[me] ? WON;
    do
    ::  put ! PREFIX, 0
    ::  respond[me] ? what -> break
    od;
    put ! START, 0;
    put ! ACK, intact;
    if
    ::  what == RELEASE -> put ! END, 0; response = false; goto end_idle
    ::  what == CONCATENATE -> put ! PREFIX, 0
    fi;
    d_step { dest = from; response = true };
    goto send;

abandon:        /* of no use to us: give the bus back, should we have asked for it */
    if
    ::  dest == me ->
        do
        ::  get[me] ? _, _, _
        ::  arbitrated[me] ? WON -> put ! END, 0; break
        od
    ::  dest != me
    fi;
skip_to_gap:
    do
    ::  get[me] ? what, _, _;
        if
        ::  what == GAP -> goto end_idle
        ::  what != GAP
        fi
    od;

send:
    arrived[me] = false;
    put ! START, 0;
    put ! DEST, dest;
    put ! HEADER, me;
    put ! DATA, response;
    put ! END, 0;
    if
    ::  dest == BROADCAST -> what = SENT
    ::  dest != BROADCAST;
        do
        ::  get[me] ? PREFIX, _, _      /* the addressee holds the bus ... */
        ::  get[me] ? END, _, _         /* ... or gives it back */
        ::  get[me] ? GAP, _, _ -> what = UNACKED; break
        ::  get[me] ? START, _, _;
            get[me] ? ACK, from, intact;
            d_step { what = (intact && from -> ACKED : UNACKED); assert(what == UNACKED || arrived[me]) };
            get[me] ? _, _, _;
            break
        od
    fi;
    if
    ::  response -> response = false
    ::  !response -> confirm[me] ! what
    fi;
    goto end_idle
}

/* while the bus is busy: fair requests lose, immediate ones wait for the end of the packet */
inline refuse()
{
    if
    ::  what == FAIR -> arbitrated[who] ! LOST
    ::  what == IMMEDIATE -> next = who
    fi
}

#define can_be_garbled(signal) (LOSSY && (signal == DEST || signal == HEADER || signal == DATA || signal == ACK))

/* everybody but the owner hears a signal, possibly garbled */
inline distribute(signal, value)
{
    j = 0;
    do
    ::  j < N && j != owner;
        if
        ::  get[j] ! signal, value, true -> j++
        ::  get[j] ! signal, value, !can_be_garbled(signal) -> j++
        ::  arbitrate ? who, what -> refuse()
        fi
    ::  j == owner -> j++
    ::  j == N -> break
    od
}

proctype bus()
{
    bool had_turn[N];           /* in this fairness interval */
    byte turns;
    byte owner = NONE, next = NONE;
    byte who, value, j;
    mtype what, signal;

end_idle:
    do
    ::  arbitrate ? who, FAIR;
        if
        ::  had_turn[who] -> arbitrated[who] ! LOST
        ::  !had_turn[who];
            d_step { had_turn[who] = true; turns++; owner = who };
            arbitrated[who] ! WON;
            break
        fi
    ::  d_step {                /* arbitration reset gap */
            turns > 0;
            for (j : 0 .. N - 1) { had_turn[j] = false };
            turns = 0;
            j = 0
        }
    od;

busy:
    do
    ::  arbitrate ? who, what -> refuse()
    ::  put ? signal, value;
        distribute(signal, value);
        if
        ::  signal == END -> break
        ::  signal != END
        fi
    od;

    if
    ::  next != NONE;
        atomic { owner = next; next = NONE; arbitrated[owner] ! WON };
        goto busy
    ::  next == NONE;
        owner = NONE;
        distribute(GAP, 0);
        atomic { who = 0; what = 0; signal = 0; value = 0; j = 0 };
        goto end_idle
    fi
}

init {
    byte i;
    atomic {
        run bus();
        for (i : 0 .. N - 1) {
            run link(i);
            run responder(i);
            if
            ::  i < SENDERS -> run requester(i)
            ::  else
            fi
        }
    }
}
