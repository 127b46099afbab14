/*
 * Clerks with ledgers: every clerk fills the cells of his own book one by one and then erases them one by one, for
 * ever.  Large vectors and large state spaces, each scaled on its own: the suite of BEEM has no family with both, see
 * V. Y. Nguyen, Optimising techniques for model checkers, University of Twente, 2007, section 6.7.
 *
 * There are (2 * ENTRIES) ^ N states with N transitions each; the vector has about N * CELLS bytes.
 *
 * N        clerks, and books
 * ENTRIES  entries that a clerk makes before he erases them
 * CELLS    cells of a book; at least ENTRIES * WRITES
 * WRITES   cells that an entry fills: how much of the vector a step changes
 */

#ifndef N
#define N 3
#endif
#ifndef ENTRIES
#define ENTRIES 8
#endif
#ifndef CELLS
#define CELLS 64
#endif
#ifndef WRITES
#define WRITES 1
#endif
#define BLANK 0
#define ink(i) (1 + (i) % 255)

typedef Book { byte cell[CELLS] };

Book book[N];

/* the cells of an entry are spread over the book */
#define place(entry, i) ((((entry) * WRITES + (i)) * (CELLS / (ENTRIES * WRITES))) % CELLS)

active [N] proctype clerk()
{
    byte i;
    short step;

    do
    ::  atomic {
            step < ENTRIES;
            do
            ::  i < WRITES ->
                assert(book[_pid].cell[place(step, i)] == BLANK);
                book[_pid].cell[place(step, i)] = ink(step + i);
                i++
            ::  else -> break
            od;
            i = 0;
            step++
        }
    ::  atomic {
            step >= ENTRIES;
            do
            ::  i < WRITES ->
                assert(book[_pid].cell[place(step - ENTRIES, i)] == ink(step - ENTRIES + i));
                book[_pid].cell[place(step - ENTRIES, i)] = BLANK;
                i++
            ::  else -> break
            od;
            i = 0;
            step = (step + 1) % (2 * ENTRIES)
        }
    od
}
