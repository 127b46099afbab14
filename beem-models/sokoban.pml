/*
 * Sokoban: a man pushes boxes, one at a time, onto the marked cells; he cannot pull.
 *
 * A game by H. Imabayashi (1982); J. Culberson, Sokoban is PSPACE-complete, Fun with Algorithms 1998.
 *
 * The assertion fails if the level can be solved; the trail is the solution.
 */
#ifndef LEVEL
#define LEVEL 1
#endif

#define WALL 1
#define BOX  2
#define GOAL 4
#define MAN  8          /* only in the description of a level */

#define W WALL
#define B BOX
#define G GOAL
#define T 6             /* BOX + GOAL */
#define M MAN

#if LEVEL == 0
#define COLUMNS 7
#define ROWS    5
#define GRID { W,W,W,W,W,W,W, \
               W,M,0,0,0,G,W, \
               W,0,B,0,B,0,W, \
               W,0,0,G,0,0,W, \
               W,W,W,W,W,W,W }

#elif LEVEL == 1
#define COLUMNS 8
#define ROWS    8
#define GRID { W,W,W,W,W,W,W,W, \
               W,0,0,0,W,W,W,W, \
               W,B,W,0,W,W,W,W, \
               W,G,0,0,0,0,0,W, \
               W,0,0,T,0,T,0,W, \
               W,0,T,0,W,0,W,W, \
               W,W,W,0,M,0,W,W, \
               W,W,W,W,W,W,W,W }

#elif LEVEL == 2
#define COLUMNS 10
#define ROWS    6
#define GRID { W,W,W,W,W,W,W,W,W,W, \
               W,M,0,0,W,0,0,0,G,W, \
               W,0,B,0,B,0,0,G,G,W, \
               W,0,B,B,B,W,W,G,G,W, \
               W,0,0,0,0,W,W,W,W,W, \
               W,W,W,W,W,W,W,W,W,W }

#elif LEVEL == 3        /* the first level of XSokoban */
#define COLUMNS 19
#define ROWS    11
#define GRID { 0,0,0,0,W,W,W,W,W,0,0,0,0,0,0,0,0,0,0, \
               0,0,0,0,W,0,0,0,W,0,0,0,0,0,0,0,0,0,0, \
               0,0,0,0,W,B,0,0,W,0,0,0,0,0,0,0,0,0,0, \
               0,0,W,W,W,0,0,B,W,W,0,0,0,0,0,0,0,0,0, \
               0,0,W,0,0,B,0,B,0,W,0,0,0,0,0,0,0,0,0, \
               W,W,W,0,W,0,W,W,0,W,0,0,0,W,W,W,W,W,W, \
               W,0,0,0,W,0,W,W,0,W,W,W,W,W,0,0,G,G,W, \
               W,0,B,0,0,B,0,0,0,0,0,0,0,0,0,0,G,G,W, \
               W,W,W,W,W,0,W,W,W,0,W,M,W,W,0,0,G,G,W, \
               0,0,0,0,W,0,0,0,0,0,W,W,W,W,W,W,W,W,W, \
               0,0,0,0,W,W,W,W,W,W,W,0,0,0,0,0,0,0,0 }
#endif

#define CELLS (COLUMNS * ROWS)

byte grid[CELLS] = GRID;
byte man;               /* where he is */
byte missing;           /* boxes that are not on a marked cell */

#define free(cell)        (!(grid[cell] & (WALL | BOX)))
#define pushable(by)      (grid[man + (by)] & BOX && free(man + 2 * (by)))

inline push(by)
{
    grid[man + (by)] = grid[man + (by)] - BOX;
    grid[man + 2 * (by)] = grid[man + 2 * (by)] + BOX;
    missing = missing + (grid[man + (by)] == GOAL) - (grid[man + 2 * (by)] == BOX + GOAL);
    man = man + (by)
}

proctype player()
{
end_stuck:
    do
    ::  d_step { missing == 0 -> assert(false) };
        break
    ::  d_step { free(man - 1)       -> man = man - 1 }
    ::  d_step { free(man + 1)       -> man = man + 1 }
    ::  d_step { free(man - COLUMNS) -> man = man - COLUMNS }
    ::  d_step { free(man + COLUMNS) -> man = man + COLUMNS }
    ::  d_step { pushable(-1)        -> push(-1) }
    ::  d_step { pushable(1)         -> push(1) }
    ::  d_step { pushable(-COLUMNS)  -> push(-COLUMNS) }
    ::  d_step { pushable(COLUMNS)   -> push(COLUMNS) }
    od;
end_solved:
    false
}

init
{
    byte cell;

    d_step {
        for (cell : 0 .. CELLS - 1) {
            if
            ::  grid[cell] & MAN -> man = cell; grid[cell] = grid[cell] - MAN
            ::  else
            fi;
            missing = missing + (grid[cell] == BOX)
        }
    };
    atomic { run player() }
}
