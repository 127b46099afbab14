/*
 * Rush hour: cars on a square field move only forwards and backwards; the red one shall get to the exit on the
 * right.
 *
 * A puzzle by N. Yoshigahara, sold since 1996; G. W. Flake and E. B. Baum, Rush Hour is PSPACE-complete,
 * Theoretical Computer Science 270 (2002).
 *
 * The assertion fails if the red car can leave; the trail is the solution.
 */
#ifndef PUZZLE
#define PUZZLE 1
#endif

/* The cars of a puzzle: direction, column and row of the first cell, length. */
#if PUZZLE == 1
#define SIDE 6
#define RED(car)  car(1, 1, 2, 2)
#define CARS(car) car(1, 0, 0, 2); car(1, 1, 3, 3); car(1, 3, 5, 3); \
                  car(SIDE, 0, 1, 3); car(SIDE, 2, 0, 2); car(SIDE, 3, 0, 3)

#elif PUZZLE == 2
#define SIDE 6
#define RED(car)  car(1, 1, 2, 2)
#define CARS(car) car(1, 1, 0, 2); car(1, 3, 3, 3); car(1, 2, 5, 3); \
                  car(SIDE, 0, 0, 3); car(SIDE, 2, 3, 2); car(SIDE, 3, 0, 3); car(SIDE, 5, 4, 2)

#else                   /* 3, and 4 with one car that is a cell shorter */
#define SIDE 7
#define RED(car)  car(1, 1, 2, 2)
#define CARS(car) car(1, 4, 0, 2); car(1, 1, 4, 2); car(1, 4, 4, 2); car(1, PUZZLE - 2, 5, 7 - PUZZLE); \
                  car(SIDE, 0, 1, 2); car(SIDE, 0, 4, 2); car(SIDE, 2, 0, 2); car(SIDE, 3, 1, 3); \
                  car(SIDE, 4, 1, 2); car(SIDE, 5, 1, 3); car(SIDE, 6, 1, 2); car(SIDE, 6, 5, 2)
#endif

bool taken[SIDE * SIDE];

/* `step` is the distance from one cell of the lane to the next: 1 in a row, SIDE in a column. */
#define cell(place) (lane + (place) * step)

proctype car(byte lane; byte step; byte place; byte length; bool red)
{
end:
    do
    ::  d_step {                    /* back */
            place > 0 && !taken[cell(place - 1)] ->
            taken[cell(place + length - 1)] = false;
            taken[cell(place - 1)] = true;
            place--
        }
    ::  d_step {                    /* forth */
            place + length < SIDE && !taken[cell(place + length)] ->
            taken[cell(place)] = false;
            taken[cell(place + length)] = true;
            place++
        }
    ::  d_step { red && place + length == SIDE -> assert(false) };
        break
    od;
end_out:
    false
}

inline park(step, x, y, length)
{
    for (i : 0 .. length - 1) {
        taken[x + y * SIDE + i * step] = true
    }
}

/* A lane begins at the left or upper edge. */
#define lane_of(step, x, y)  (step == 1 -> y * SIDE : x)
#define place_of(step, x, y) (step == 1 -> x : y)

inline start(step, x, y, length)
{
    run car(lane_of(step, x, y), step, place_of(step, x, y), length, false)
}

inline start_red(step, x, y, length)
{
    run car(lane_of(step, x, y), step, place_of(step, x, y), length, true)
}

init
{
    byte i;

    d_step { RED(park); CARS(park); i = 0 };
    atomic { RED(start_red); CARS(start) }
}
