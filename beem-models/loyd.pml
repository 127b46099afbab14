/*
 * The sliding puzzle ("15 puzzle") on a board of any size.
 *
 * W. W. Johnson and W. E. Story, Notes on the "15" puzzle, American Journal of Mathematics 2 (1879), who show
 * that half of the arrangements can be reached; made famous by Sam Loyd's prize for one of the other half.
 *
 * The goal is the starting board backwards. With -DLOYD two tiles of the goal are exchanged, as in Loyd's task.
 * The assertion fails if the puzzle can be solved; the trail is the solution.
 */
#ifndef COLUMNS
#define COLUMNS 2
#endif
#ifndef ROWS
#define ROWS 3
#endif
#define CELLS (COLUMNS * ROWS)

#define EMPTY 0         /* the "tile" without a tile */

/* Where a tile shall end. */
#ifdef LOYD
#define home(tile) (tile == 1 -> CELLS - 3 : (tile == 2 -> CELLS - 2 : CELLS - 1 - tile))
#else
#define home(tile) (CELLS - 1 - tile)
#endif

byte board[CELLS];
byte hole;              /* where the empty cell is */
byte misplaced;         /* tiles that are not at home, the empty one included */

/* Moves the tile in a neighbouring cell into the hole. */
inline slide(cell)
{
    misplaced = misplaced + (cell == home(board[cell])) - (hole == home(board[cell])) +
                            (hole == home(EMPTY)) - (cell == home(EMPTY));
    board[hole] = board[cell];
    board[cell] = EMPTY;
    hole = cell
}

proctype player()
{
    do
    ::  d_step { hole % COLUMNS > 0           -> slide(hole - 1) }
    ::  d_step { hole % COLUMNS < COLUMNS - 1 -> slide(hole + 1) }
    ::  d_step { hole >= COLUMNS              -> slide(hole - COLUMNS) }
    ::  d_step { hole < CELLS - COLUMNS       -> slide(hole + COLUMNS) }
    od
}

proctype observer()
{
end_unsolved:
    d_step { misplaced == 0 -> assert(false) };     /* solved */
end_solved:
    false
}

init
{
    byte cell;

    d_step {
        for (cell : 0 .. CELLS - 1) {
            board[cell] = cell;
            misplaced = misplaced + (cell != home(cell))
        }
    };
    atomic { run player(); run observer() }
}
