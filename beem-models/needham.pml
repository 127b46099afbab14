/*
 * The public-key protocol of Needham and Schroeder against a spy who is the network.
 *
 * R. M. Needham and M. D. Schroeder, Using encryption for authentication in large networks of computers,
 * Communications of the ACM 21 (1978); the attack, and the correction that -DLOWE switches on:
 * G. Lowe, Breaking and fixing the Needham-Schroeder public-key protocol using FDR, TACAS 1996.
 *
 *      1. A -> B: {Na, A}Kb     2. B -> A: {Na, Nb}Ka, corrected {Na, Nb, B}Ka     3. A -> B: {Nb}Kb
 *
 * Agents 0 .. INITIATORS - 1 begin one run each, with a partner of their choice; the others answer one run each.
 * The number of an agent also stands for its key and its nonce. All messages go to the spy, who reads what is
 * encrypted for him, keeps one other message for later, and sends what he kept or can make up.
 */
#ifndef INITIATORS
#define INITIATORS 1
#endif
#ifndef RESPONDERS
#define RESPONDERS 1
#endif
#define AGENTS (INITIATORS + RESPONDERS)
#define SPY    AGENTS

mtype = { none, begin, reply, confirm };

typedef Message {
    mtype kind = none;
    byte key;                   /* whose public key it is encrypted with */
    byte nonce;                 /* the receiver's in replies and confirmations */
    byte extra;                 /* the sender's name when beginning, the sender's nonce in replies */
    byte name                   /* of the sender of a reply, in the corrected protocol */
};

chan network = [0] of { mtype, byte, byte, byte, byte };            /* to the spy: fields of Message */
chan inbox[AGENTS] = [0] of { byte, byte, byte };                   /* from the spy: nonce, extra, name */

mtype expects[AGENTS];          /* what an agent waits for */
byte partner[AGENTS];           /* with whom an agent believes to talk */
bool known[AGENTS + 1];         /* nonces the spy has learnt */

#ifdef LOWE
#define genuine (name == partner[me])
#else
#define genuine true
#endif

proctype initiator(byte me)
{
    byte nonce, peer_nonce, name;

    atomic { select(name : INITIATORS .. SPY); partner[me] = name; name = 0 };
    network ! begin, partner[me], me, me, 0;
end_reply:
    do
    ::  expects[me] = reply;
        atomic {
            inbox[me] ? nonce, peer_nonce, name;
            expects[me] = none;
            if
            ::  nonce == me && genuine -> nonce = 0; name = 0; break
            ::  else -> nonce = 0; peer_nonce = 0; name = 0
            fi
        }
    od;
    network ! confirm, partner[me], peer_nonce, 0, 0;
end_done:
    false
}

proctype responder(byte me)
{
    byte nonce, peer_nonce;

    expects[me] = begin;
end_begin:
    atomic { inbox[me] ? peer_nonce, partner[me], _; expects[me] = none };
    network ! reply, partner[me], peer_nonce, me, me;
end_confirm:
    do
    ::  expects[me] = confirm;
        atomic {
            inbox[me] ? nonce, _, _;
            expects[me] = none;
            if
            ::  nonce == me -> break
            ::  else -> nonce = 0
            fi
        }
    od;
    if
    ::  partner[me] == SPY
    ::  partner[me] != SPY ->
        atomic {
            assert(partner[partner[me]] == me);     /* the partner really wanted to talk to me */
            assert(!known[me])                      /* and nobody else knows my nonce */
        }
    fi;
end_done:
    false
}

proctype spy()
{
    Message got, kept;
    byte to, nonce, extra, name;

end:
    do
    ::  atomic {
            network ? got.kind, got.key, got.nonce, got.extra, got.name ->
            if
            ::  got.key == SPY ->
                known[got.nonce] = true;
                if
                ::  got.kind == reply -> known[got.extra] = true
                ::  else
                fi
            ::  got.key != SPY ->
                kept.kind = got.kind; kept.key = got.key; kept.nonce = got.nonce;
                kept.extra = got.extra; kept.name = got.name
            ::  got.key != SPY      /* not worth keeping */
            fi;
            got.kind = none; got.key = 0; got.nonce = 0; got.extra = 0; got.name = 0
        }
    ::  atomic {
            kept.kind != none && expects[kept.key] == kept.kind ->
            inbox[kept.key] ! kept.nonce, kept.extra, kept.name
        }
    ::  atomic {
            select(to : 0 .. AGENTS - 1);
            select(nonce : 0 .. SPY);
            select(extra : 0 .. SPY);
            select(name : INITIATORS .. SPY);
            if
            ::  expects[to] != none && known[nonce] && (expects[to] != reply || known[extra]) ->
                inbox[to] ! nonce, extra, name
            ::  else
            fi;
            to = 0; nonce = 0; extra = 0; name = 0
        }
    od
}

init
{
    byte i;

    known[SPY] = true;
    atomic {
        run spy();
        for (i : 0 .. AGENTS - 1) {
            expects[i] = none;
            if
            ::  i < INITIATORS -> run initiator(i)
            ::  else -> run responder(i)
            fi
        }
    }
}
