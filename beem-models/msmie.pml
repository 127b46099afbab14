/*
 * Exchange of information between processors of a nuclear reactor's protection system over shared buffers.
 *
 * L. L. Santoline, M. D. Bowers, A. W. Crew, C. J. Roslund and W. D. Ghrist, Multiprocessor shared-memory
 * information exchange, IEEE Transactions on Nuclear Science 36 (1989);
 * G. Bruns and S. Anderson, The formalization and analysis of a communications protocol, Formal Aspects of
 * Computing 6 (1994).
 *
 * A slave always has a buffer to write to; when it is full it becomes the newest one and the slave takes an
 * idle one. Masters read, together, the buffer that was the newest when the first of them began. A semaphore
 * guards the tables. Three buffers are enough; with BUFFERS=2 a slave can be left without one.
 */
#ifndef SLAVES
#define SLAVES 1
#endif
#ifndef MASTERS
#define MASTERS 2
#endif
#ifndef BUFFERS
#define BUFFERS 3
#endif

mtype = { idle, newest, slaves, masters };

mtype buffer[BUFFERS];  /* what a buffer is used for */
byte readers;           /* masters that read now */
bool free = true;       /* the semaphore */

inline lock()   { d_step { free -> free = false } }
inline unlock() { assert(!free); free = true }

/* Sets `found` to a buffer with this use, or to BUFFERS. */
inline find(use)
{
    d_step {
        found = 0;
        do
        ::  found < BUFFERS && buffer[found] != use -> found++
        ::  else -> break
        od
    }
}

proctype slave()
{
    byte found;

end:
    do
    ::  lock();
        find(newest);
        if
        ::  found < BUFFERS -> buffer[found] = idle
        ::  found == BUFFERS
        fi;
        find(slaves);
        assert(found < BUFFERS);
        buffer[found] = newest;
        find(idle);
        if
        ::  found < BUFFERS -> buffer[found] = slaves
        ::  found == BUFFERS -> break
        fi;
        unlock()
    od;
    assert(false)       /* no buffer for the slave */
}

proctype master()
{
    byte found;

end:
    do
    ::  lock();
        find(masters);
        if
        ::  found == BUFFERS ->
            find(newest);
            if
            ::  found < BUFFERS -> buffer[found] = masters
            ::  found == BUFFERS -> goto nothing_new
            fi
        ::  found < BUFFERS
        fi;
        readers++;
        unlock();

        /* reads the buffer */

        lock();
        find(masters);
        assert(found < BUFFERS);        /* nobody took it away */
        readers--;
        if
        ::  readers == 0 ->
            buffer[found] = idle;
            byte mine = found;
            find(newest);
            if
            ::  found == BUFFERS -> buffer[mine] = newest      /* still the best there is */
            ::  found < BUFFERS
            fi;
            mine = 0
        ::  readers > 0
        fi;
nothing_new:
        unlock()
    od
}

init
{
    byte i;

    d_step {
        for (i : 0 .. BUFFERS - 2) { buffer[i] = idle }
        buffer[BUFFERS - 1] = slaves
    };
    atomic {
        for (i : 1 .. SLAVES) { run slave() }
        for (i : 1 .. MASTERS) { run master() }
    }
}
