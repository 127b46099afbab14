/*
 * Link protocol of the Cambridge ring: the receiver asks for data (RDY, NOTRDY), the sender answers (DATA, NODATA),
 * both with sequence numbers modulo 4, and either may reset the connection at any time.
 *
 * R. M. Needham and A. J. Herbert, The Cambridge Distributed Computing System, Addison-Wesley, 1982.
 *
 * BUFFER  messages under way in each direction
 * LOSSY   1: the ring loses messages, resets excepted
 */

#ifndef BUFFER
#define BUFFER 3
#endif
#ifndef LOSSY
#define LOSSY 0
#endif
#define next(n) ((n + 1) % 4)

mtype = { RESET, RDY, NOTRDY, DATA, NODATA };

chan to_receiver = [BUFFER] of { mtype, byte };
chan to_sender = [BUFFER] of { mtype, byte };

/* The number in answers is that of the data expected next, so that a number of ours asks to repeat. */
active proctype sender()
{
    byte n = 3;             /* last number that was answered */
    byte m;

idle:
    do
    ::  to_sender ? RESET, _ -> goto acknowledge_reset
    ::  to_sender ? NOTRDY, m -> assert(m == next(n))
    ::  to_sender ? RDY, m -> assert(m == next(n)); n = m; goto answer
    ::  to_receiver ! RESET, 0 -> goto reset
    od;

answer:
    if
    ::  to_receiver ! NODATA, n -> goto refused
    ::  to_receiver ! DATA, n -> goto offered
    fi;

refused:                    /* we had nothing to send */
    do
    ::  to_sender ? RESET, _ -> goto acknowledge_reset
    ::  to_sender ? RDY, m -> assert(m == n); to_receiver ! NODATA, n
    ::  to_receiver ! DATA, n -> goto offered
    ::  to_receiver ! RESET, 0 -> goto reset
    od;

offered:                    /* our data are under way */
    do
    ::  to_sender ? RESET, _ -> goto acknowledge_reset
    ::  to_sender ? NOTRDY, m -> assert(m == next(n)); goto idle
    ::  to_sender ? RDY, m;
        if
        ::  m == next(n) -> n = m; goto answer
        ::  m != next(n) -> to_receiver ! DATA, n
        fi
    ::  to_receiver ! RESET, 0 -> goto reset
    od;

reset:                      /* drop everything until the answer */
    do
    ::  to_sender ? NOTRDY, m
    ::  to_sender ? RDY, m
    ::  to_sender ? RESET, _ -> n = 3; goto idle
    od;

acknowledge_reset:
    atomic { to_receiver ! RESET, 0; n = 3; goto idle }
}

active proctype receiver()
{
    byte n;                 /* number of the data expected next */
    byte m;

idle:
    do
    ::  to_receiver ? RESET, _ -> goto acknowledge_reset
    ::  to_receiver ? NODATA, m -> assert(m == n)
    ::  to_receiver ? DATA, m -> assert(m == n); n = next(n); goto ask
    ::  to_sender ! RDY, n -> goto ready
    ::  to_sender ! RESET, 0 -> goto reset
    od;

ask:
    if
    ::  to_sender ! NOTRDY, n -> goto busy
    ::  to_sender ! RDY, n -> goto ready
    fi;

busy:                       /* we said that we cannot take more */
    do
    ::  to_receiver ? RESET, _ -> goto acknowledge_reset
    ::  to_receiver ? DATA, m;
        if
        ::  next(m) == n -> to_sender ! NOTRDY, n       /* repeated: our answer was lost or late */
        ::  next(m) != n
        fi
    ::  to_sender ! RDY, n -> goto ready
    ::  to_sender ! RESET, 0 -> goto reset
    od;

ready:                      /* waiting for data */
    do
    ::  to_receiver ? RESET, _ -> goto acknowledge_reset
    ::  to_receiver ? DATA, m;
        if
        ::  m == n -> n = next(n); goto ask
        ::  m != n -> to_sender ! RDY, n
        fi
    ::  to_receiver ? NODATA, m -> assert(m == n); goto idle
    ::  to_sender ! RDY, n                              /* out of patience */
    ::  to_sender ! RESET, 0 -> goto reset
    od;

reset:
    do
    ::  to_receiver ? DATA, m
    ::  to_receiver ? NODATA, m
    ::  to_receiver ? RESET, _ -> n = 0; goto idle
    od;

acknowledge_reset:
    atomic { to_sender ! RESET, 0; n = 0; goto idle }
}

#if LOSSY
active proctype ring()
{
end:
    do
    ::  to_receiver ? DATA, _
    ::  to_receiver ? NODATA, _
    ::  to_sender ? RDY, _
    ::  to_sender ? NOTRDY, _
    od
}
#endif
