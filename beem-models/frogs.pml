/*
 * Toads and frogs: toads move up or right, frogs down or left, by one cell or over one animal of the other kind,
 * always into the only free cell.  Can they change sides?  An assertion violation is a solution.
 *
 * E. Lucas, Recreations mathematiques, volume 2, 1883.
 *
 * ROWS, COLUMNS  size of the board; both odd, the free cell is in the middle
 */

#ifndef ROWS
#define ROWS 17
#endif
#ifndef COLUMNS
#define COLUMNS 1
#endif
#define CELLS  (ROWS * COLUMNS)
#define MIDDLE (CELLS / 2)
#define FREE 0
#define TOAD 1
#define FROG 2
#define cell(column, row) board[(row) * COLUMNS + (column)]

byte board[CELLS];
byte x = COLUMNS / 2;       /* the free cell */
byte y = ROWS / 2;
byte home;                  /* animals on the side where they want to be */

inline count_home(animal, column, row, by)
{
    home = home + by * ((animal == TOAD && (row) * COLUMNS + (column) > MIDDLE) ||
                        (animal == FROG && (row) * COLUMNS + (column) < MIDDLE))
}

/* the animal in the other cell moves to the free one */
inline move(animal, column, row)
{
    count_home(animal, x, y, 1);
    count_home(animal, column, row, -1);
    cell(x, y) = animal;
    cell(column, row) = FREE
}

proctype toads()
{
end:
    do
    ::  d_step { x > 0 && cell(x - 1, y) == TOAD; move(TOAD, x - 1, y); x = x - 1 }
    ::  d_step { y > 0 && cell(x, y - 1) == TOAD; move(TOAD, x, y - 1); y = y - 1 }
    ::  d_step { x > 1 && cell(x - 1, y) == FROG && cell(x - 2, y) == TOAD; move(TOAD, x - 2, y); x = x - 2 }
    ::  d_step { y > 1 && cell(x, y - 1) == FROG && cell(x, y - 2) == TOAD; move(TOAD, x, y - 2); y = y - 2 }
    od
}

proctype frogs()
{
end:
    do
    ::  d_step { x < COLUMNS - 1 && cell(x + 1, y) == FROG; move(FROG, x + 1, y); x = x + 1 }
    ::  d_step { y < ROWS - 1 && cell(x, y + 1) == FROG; move(FROG, x, y + 1); y = y + 1 }
    ::  d_step { x < COLUMNS - 2 && cell(x + 1, y) == TOAD && cell(x + 2, y) == FROG; move(FROG, x + 2, y); x = x + 2 }
    ::  d_step { y < ROWS - 2 && cell(x, y + 1) == TOAD && cell(x, y + 2) == FROG; move(FROG, x, y + 2); y = y + 2 }
    od
}

proctype goal()
{
end:
    d_step { home == CELLS - 1; assert(false) };
end_solved:
    false
}

init {
    byte i;
    d_step {
        for (i : 0 .. CELLS - 1) {
            board[i] = (i < MIDDLE -> TOAD : (i > MIDDLE -> FROG : FREE))
        }
    };
    atomic {
        run toads();
        run frogs();
        run goal()
    }
}
