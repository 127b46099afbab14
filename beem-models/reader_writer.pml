/*
 * Readers that may work together, writers that need to be alone, and a controller that lets them in.
 *
 * P. J. Courtois, F. Heymans and D. L. Parnas, Concurrent control with "readers" and "writers", Communications of
 * the ACM 14 (1971).
 *
 * With -DFORGETFUL the controller thinks that the last reader has left when any of them does.
 */
#ifndef READERS
#define READERS 4
#endif
#ifndef WRITERS
#define WRITERS 2
#endif

mtype = { start, stop };

chan read = [0] of { mtype };
chan write = [0] of { mtype };

active [READERS] proctype reader()
{
    do
    ::  read ! start;
        read ! stop
    od
}

active [WRITERS] proctype writer()
{
    do
    ::  write ! start;
        write ! stop
    od
}

active proctype controller()
{
    byte readers;           /* admitted and not yet gone */

    do
    ::  write ? start;
        if
        ::  write ? stop
        ::  read ? stop -> assert(false)        /* there was a reader */
        fi
    ::  atomic { read ? start -> readers = 1 };
        do
        ::  atomic { read ? start -> readers++ }
#ifdef FORGETFUL
        ::  atomic { read ? stop -> readers = 0; break }
#else
        ::  atomic {
                read ? stop -> readers--;
                if
                ::  readers == 0 -> break
                ::  else
                fi
            }
#endif
        ::  write ? stop -> assert(false)       /* there was a writer */
        od
    ::  read ? stop -> assert(false)            /* there was a reader */
    od
}
