/*
 * Leader election by the echo algorithm with extinction: every node floods the network with its name, and the wave of
 * the smallest name extinguishes all others.
 *
 * G. Tel, Introduction to distributed algorithms, Cambridge University Press, 2nd edition, 2000, section 7.3.
 *
 * N         nodes
 * BUFFER    messages that wait at a node
 * TOPOLOGY  LINE, RING or COMPLETE
 */

#define LINE     1
#define RING     2
#define COMPLETE 3

#ifndef N
#define N 3
#endif
#ifndef BUFFER
#define BUFFER 3
#endif
#ifndef TOPOLOGY
#define TOPOLOGY LINE
#endif

#if TOPOLOGY == LINE
#define linked(i, j)  (i == j + 1 || j == i + 1)
#define neighbours(i) ((i > 0) + (i < N - 1))
#elif TOPOLOGY == RING
#define linked(i, j)  (i == (j + 1) % N || j == (i + 1) % N)
#define neighbours(i) 2
#else
#define linked(i, j)  (i != j)
#define neighbours(i) (N - 1)
#endif
#define NOBODY 255

mtype = { TOKEN, LEADER };

chan inbox[N] = [BUFFER] of { mtype, byte, byte };      /* kind, name of the wave, from whom */
byte leaders;

/* to all neighbours, but not to one of them */
inline flood(kind, name, except)
{
    do
    ::  i < N && linked(_pid, i) && i != except -> inbox[i] ! kind, name, _pid; i++
    ::  i < N && !(linked(_pid, i) && i != except) -> i++
    ::  i == N -> i = 0; break
    od
}

active [N] proctype node()
{
    byte wave = _pid;           /* the smallest name that was here */
    byte father = NOBODY;       /* from whom it came */
    byte echoes;                /* tokens of this wave */
    byte announcements;
    byte winner = NOBODY;
    mtype kind;
    byte name, from, i;

    flood(TOKEN, wave, NOBODY);
    do
    ::  announcements < neighbours(_pid);
        inbox[_pid] ? kind, name, from;
        if
        ::  kind == LEADER;
            if
            ::  announcements == 0 && name != _pid -> flood(LEADER, name, NOBODY)
            ::  else
            fi;
            atomic { announcements++; assert(winner == NOBODY || winner == name); winner = name }
        ::  kind == TOKEN && name <= wave;
            if
            ::  name < wave;            /* join the stronger wave */
                d_step { wave = name; father = from; echoes = 0 };
                flood(TOKEN, wave, father)
            ::  name == wave
            fi;
            echoes++;
            if
            ::  echoes < neighbours(_pid)
            ::  echoes == neighbours(_pid) && wave != _pid -> inbox[father] ! TOKEN, wave, _pid
            ::  echoes == neighbours(_pid) && wave == _pid -> flood(LEADER, _pid, NOBODY)
            fi
        ::  kind == TOKEN && name > wave        /* extinct */
        fi
    ::  announcements == neighbours(_pid) -> break
    od;

    atomic {
        assert(winner == 0);
        leaders = leaders + (winner == _pid);
        assert(leaders <= 1)
    };
end_decided:
    false
}
