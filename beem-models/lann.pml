/*
 * Mutual exclusion by a token on a ring, with an election when the token is lost.
 *
 * G. Le Lann, Distributed systems: towards a formal approach, IFIP Congress 1977.
 * With -DFILTER: E. Chang and R. Roberts, An improved algorithm for decentralized extrema-finding in circular
 * configurations of processes, Communications of the ACM 22 (1979): claims that cannot win are not passed on.
 * See also H. Garavel and L. Mounier, Specification and verification of various distributed leader election
 * algorithms for unidirectional ring networks, Science of Computer Programming 29 (1997).
 *
 * A station that suspects that the token is lost sends a claim with its number around the ring; the smallest
 * number wins and creates a new token. Only tokens get lost, at most LOSSES of them. Stations know when the token
 * is lost; with -DHASTY they may be wrong. No harm is done then, since a claim cannot overtake the token.
 */
#ifndef N
#define N 3             /* stations */
#endif
#ifndef LOSSES
#define LOSSES 1        /* tokens that the links may lose */
#endif

mtype = { token, claim };
mtype = { quiet, candidate, beaten };

chan link[N] = [2] of { mtype, byte };      /* link[i] leads to station i */

byte tokens = 1;        /* in the ring or held by a station */
byte lost;              /* tokens lost so far */
byte inside;            /* stations in the critical section */

#ifdef HASTY
#define suspects true
#else
#define suspects (tokens == 0)
#endif

active [N] proctype station()
{
    byte me = _pid;
    byte next = (_pid + 1) % N;
    byte claimant;
    mtype status = quiet;
    bool claimed;       /* my claim is still on its way */

    if
    ::  d_step { me == 0; inside++ } -> goto critical
    ::  me != 0
    fi;

    do
    ::  atomic { link[me] ? token(_) -> status = quiet; inside++; assert(inside == 1) };
critical:
        inside--;
        status = quiet;
        if
        ::  link[next] ! token(0)
        ::  d_step { lost < LOSSES -> lost++; tokens-- }
        fi

    ::  atomic { status == quiet && !claimed && suspects && nfull(link[next]) ->
            link[next] ! claim(me); status = candidate; claimed = true }

    ::  atomic { link[me] ? claim(claimant) ->
            if
            ::  claimant < me -> status = beaten
            ::  claimant == me -> claimed = false
            ::  claimant > me
            fi };
        if
        ::  claimant == me && status == candidate ->
            atomic { tokens++; inside++; assert(inside == 1) };
            goto critical
        ::  claimant == me && status != candidate
#ifdef FILTER
        ::  claimant > me && status == candidate      /* it cannot win: mine is smaller */
        ::  claimant < me || (claimant > me && status != candidate) -> link[next] ! claim(claimant)
#else
        ::  claimant != me -> link[next] ! claim(claimant)
#endif
        fi
    od
}
