/*
 * Mutual exclusion of N processes with three bits each: a waiting room whose door closes behind the last to enter.
 *
 * B. K. Szymanski, Mutual exclusion revisited, Jerusalem Conference on Information Technology 1990.
 *
 * A process looks at the bits of the others one after the other. With -DMISREAD it takes a process that waits
 * inside for one that has left the room, when it looks for somebody to let it in.
 */
#ifndef N
#define N 3             /* processes */
#endif

bool active_[N];        /* wants to enter the waiting room */
bool waits[N];          /* is in the waiting room */
bool shut[N];           /* has closed the door behind itself */
byte inside;            /* processes in the critical section */

#ifdef MISREAD
#define no_helper(other) (waits[other] && !shut[other])
#else
#define no_helper(other) (waits[other] || !shut[other])
#endif

active [N] proctype process()
{
    byte other;

    do
    ::  d_step { active_[_pid] = true; other = 0 };
        do                                          /* the door must be open */
        ::  d_step { other < N && !shut[other] -> other++ }
        ::  other == N -> break
        od;
        atomic { waits[_pid] = true; active_[_pid] = false };

        do
        ::  d_step { !shut[_pid] -> other = 0 };
            do                                      /* is anybody still coming in? */
            ::  d_step { other < N && !active_[other] -> other++ }
            ::  !(other < N && !active_[other]) -> break
            od;
            if
            ::  other < N
            ::  d_step { other == N -> shut[_pid] = true; other = 0 };
                do                                  /* nobody: close the door, and look again */
                ::  d_step { other < N && !active_[other] -> other++ }
                ::  d_step { other < N && active_[other] -> shut[_pid] = false };
                    break
                ::  d_step { other == N -> waits[_pid] = false; other = 0 };
                    do                              /* all in the waiting room have noticed */
                    ::  d_step { other < N && !waits[other] -> other++ }
                    ::  other == N -> break
                    od;
                    break
                od
            fi;
            if
            ::  other == N
            ::  d_step { other < N -> other = 0 };
                do                                  /* has somebody else closed the door? */
                ::  d_step { other < N && no_helper(other) -> other++ }
                ::  !(other < N && no_helper(other)) -> break
                od
            fi;
            if
            ::  d_step { other != _pid && other < N -> shut[_pid] = true; waits[_pid] = false }
            ::  !(other != _pid && other < N)
            fi
        ::  d_step { shut[_pid] -> other = 0 };
            break
        od;

        do                                          /* those with smaller numbers go first */
        ::  d_step { other < _pid && !waits[other] && !shut[other] -> other++ }
        ::  d_step { other == _pid -> inside++; assert(inside == 1) };
            break
        od;
        atomic { shut[_pid] = false; inside-- }
    od
}
