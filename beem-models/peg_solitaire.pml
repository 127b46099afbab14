/*
 * Peg solitaire: a peg jumps over a neighbour into an empty hole and the neighbour is taken away.
 *
 * Described by G. W. Leibniz in 1710; E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning ways for your
 * mathematical plays, vol. 2 (1982), chapter 23.
 *
 * The board is a square with the last hole empty, or with -DENGLISH the cross of 33 holes: full but for the
 * middle, or with -DARROW the arrow of 16 pegs. -DDIAGONAL allows jumps in all eight directions.
 * The assertion fails when one peg is left; the trail is the solution.
 */
#ifdef ENGLISH
#define SIDE 7
#endif
#ifndef SIDE
#define SIDE 4
#endif
#define HOLES (SIDE * SIDE)

#define EMPTY   0
#define PEG     1
#define OUTSIDE 2

byte hole[HOLES];
byte pegs;

/* A peg jumps from a hole over the next into the one after it, `step` being the distance of neighbours. */
#define can_jump(from, step) \
    (hole[from] == PEG && hole[from + (step)] == PEG && hole[from + 2 * (step)] == EMPTY)

inline jump(from, step)
{
    hole[from] = EMPTY;
    hole[from + (step)] = EMPTY;
    hole[from + 2 * (step)] = PEG;
    pegs--;
    assert(pegs > 1)
}

#define room_right (x < SIDE - 2)
#define room_left  (x >= 2)
#define room_below (y < SIDE - 2)
#define room_above (y >= 2)

/* One process for each hole plays the jumps that begin there. */
proctype player(byte me; byte x; byte y)
{
end:
    do
    ::  d_step { room_right && can_jump(me, 1)     -> jump(me, 1) }
    ::  d_step { room_left  && can_jump(me, -1)    -> jump(me, -1) }
    ::  d_step { room_below && can_jump(me, SIDE)  -> jump(me, SIDE) }
    ::  d_step { room_above && can_jump(me, -SIDE) -> jump(me, -SIDE) }
#ifdef DIAGONAL
    ::  d_step { room_right && room_below && can_jump(me, SIDE + 1)  -> jump(me, SIDE + 1) }
    ::  d_step { room_left  && room_below && can_jump(me, SIDE - 1)  -> jump(me, SIDE - 1) }
    ::  d_step { room_right && room_above && can_jump(me, -SIDE + 1) -> jump(me, -SIDE + 1) }
    ::  d_step { room_left  && room_above && can_jump(me, -SIDE - 1) -> jump(me, -SIDE - 1) }
#endif
    od
}

#define corner(x, y) ((x < 2 || x > 4) && (y < 2 || y > 4))
#define head(x, y)   ((y == 1 && x == 3) || (y == 2 && x >= 2 && x <= 4) || (y == 3 && x >= 1 && x <= 5) || y == 4)

init
{
    byte i;

    d_step {
        for (i : 0 .. HOLES - 1) {
            if
#ifdef ENGLISH
            ::  corner(i % SIDE, i / SIDE) -> hole[i] = OUTSIDE
#ifdef ARROW
            ::  else -> hole[i] = head(i % SIDE, i / SIDE)
#else
            ::  else -> hole[i] = (i != HOLES / 2)
#endif
#else
            ::  else -> hole[i] = (i != HOLES - 1)
#endif
            fi;
            pegs = pegs + (hole[i] == PEG)
        }
    };
    atomic {
        for (i : 0 .. HOLES - 1) {
            if
            ::  hole[i] != OUTSIDE -> run player(i, i % SIDE, i / SIDE)
            ::  else
            fi
        }
    }
}
