/*
 * A lost update: two processes add 1 and 2 to a counter, each by reading it and then writing it.
 *
 *   spinrs models/counter.pml              violated: both read 5 before either writes
 *   spinrs models/counter.pml -DATOMIC     holds: reading and writing are one step
 */

byte counter = 5;
byte n_done;

active [2] proctype adder()
{
    byte seen;

#ifdef ATOMIC
    atomic {
        seen = counter;
        counter = seen + _pid + 1
    };
#else
    seen = counter;
    counter = seen + _pid + 1;
#endif
    n_done++
}

active proctype auditor()
{
    n_done == 2;                /* waits until both have finished */
    assert(counter == 8)
}
