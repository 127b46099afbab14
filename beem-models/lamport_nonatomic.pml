/*
 * Lamport's one-bit algorithm: mutual exclusion with one bit per process, correct even if a bit that is read while it
 * is written gives any value.
 *
 * L. Lamport, The mutual exclusion problem: part II - statement and solutions, JACM 33(2), 1986.
 *
 * N       processes
 * FAULTY  1: a process looks at the higher ones, but does not wait for them
 */

#ifndef N
#define N 3
#endif
#ifndef FAULTY
#define FAULTY 0
#endif

bool wants[N];
bool writing[N];        /* the bit is being written */
byte inside;            /* processes in the critical section */

inline write(value)
{
    writing[_pid] = true;
    d_step { wants[_pid] = value; writing[_pid] = false }
}

inline read(i)
{
    if
    ::  d_step { !writing[i]; seen = wants[i] }
    ::  d_step { writing[i]; seen = false }
    ::  d_step { writing[i]; seen = true }
    fi
}

active [N] proctype process()
{
    byte i;
    bool seen;

again:
    do
    ::  write(true);

        /* lower processes go first */
        i = 0;
        do
        ::  i < _pid;
            read(i);
            if
            ::  d_step { !seen; i++ }
            ::  seen;
                write(false);
                do
                ::  read(i);
                    if
                    ::  !seen -> goto again
                    ::  seen
                    fi
                od
            fi
        ::  i == _pid -> break
        od;

        /* higher processes will yield */
        i = _pid + 1;
        do
        ::  i < N;
            read(i);
            if
            ::  d_step { !seen || FAULTY; i++ }
            ::  seen && !FAULTY
            fi
        ::  i == N -> break
        od;

        atomic { inside++; assert(inside == 1) };
        d_step { inside--; i = 0; seen = false };
        write(false)
    od
}
