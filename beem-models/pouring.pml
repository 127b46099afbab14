/*
 * Water is poured from bottle to bottle until wanted volumes are measured.
 *
 * Classic; C.-G. Bachet, Problemes plaisants et delectables qui se font par les nombres (1612). Puzzle 2 is
 * H. E. Dudeney's kind with a tap and a sink.
 *
 * A bottle is poured into another until the one is empty or the other is full; if both happens at once, these
 * are two moves. The assertion fails if the puzzle can be solved; the trail is the solution.
 */
#ifndef PUZZLE
#define PUZZLE 1
#endif

#if PUZZLE == 0         /* share eight pints */
#define BOTTLES 3
byte capacity[BOTTLES] = { 8, 5, 3 };
byte volume[BOTTLES]   = { 8, 0, 0 };
#define solved (volume[0] == 4 && volume[1] == 4)

#elif PUZZLE == 1       /* share 24 pints among three */
#define BOTTLES 4
byte capacity[BOTTLES] = { 24, 13, 11, 5 };
byte volume[BOTTLES]   = { 24, 0, 0, 0 };
#define solved (volume[0] == 8 && volume[1] == 8 && volume[2] == 8)

#elif PUZZLE == 2       /* measure one pint in each of the first three */
#define BOTTLES 5
#define TAP
byte capacity[BOTTLES] = { 10, 8, 14, 7, 5 };
byte volume[BOTTLES];
#define solved (volume[0] == 1 && volume[1] == 1 && volume[2] == 1)

#elif PUZZLE == 3       /* one pint in each of six, without the tap: impossible, as one bottle is full or empty */
#define BOTTLES 6
byte capacity[BOTTLES] = { 29, 13, 11, 10, 8, 5 };
byte volume[BOTTLES]   = { 29, 0, 0, 0, 0, 0 };
#define solved (volume[1] == 1 && volume[2] == 1 && volume[3] == 1 && volume[4] == 1 && volume[5] == 1)
#endif

#define room(bottle) (capacity[bottle] - volume[bottle])

/* Pours between two different bottles; one process for each pair. */
active [BOTTLES * BOTTLES] proctype pour()
{
    byte from = _pid / BOTTLES;
    byte to = _pid % BOTTLES;

end:
    do
    ::  d_step {
            from != to && volume[from] > 0 && volume[from] <= room(to) ->
            volume[to] = volume[to] + volume[from];
            volume[from] = 0;
            assert(!solved)
        }
    ::  d_step {
            from != to && room(to) > 0 && volume[from] >= room(to) ->
            volume[from] = volume[from] - room(to);
            volume[to] = capacity[to];
            assert(!solved)
        }
    od
}

#ifdef TAP
active [BOTTLES] proctype tap()
{
    byte bottle = _pid - BOTTLES * BOTTLES;

end:
    do
    ::  d_step { room(bottle) > 0   -> volume[bottle] = capacity[bottle]; assert(!solved) }
    ::  d_step { volume[bottle] > 0 -> volume[bottle] = 0; assert(!solved) }
    od
}
#endif
