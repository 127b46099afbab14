/*
 * A sorter of bricks: a belt carries them past a light sensor, which sees whether they are long or short; an arm
 * kicks the long ones off, the others go on to a second belt, which takes them to the right, or to the left if the
 * user has pressed a button.
 *
 * After the Lego machine with the same parts in T. K. Iversen, K. J. Kristoffersen, K. G. Larsen, M. Laursen,
 * R. G. Madsen, S. K. Mortensen, P. Pettersson and C. B. Thomasen, Model-checking real-time control programs:
 * verifying Lego Mindstorms systems using Uppaal, Euromicro Conference on Real-Time Systems 2000.
 *
 * Everything takes its turn in a cycle, which is the unit of time. The sensor remembers one brick only: the user
 * has to wait PAUSE cycles after a brick, and if this is too short bricks are sorted wrongly.
 */
#ifndef SHORT
#define SHORT 1             /* short bricks */
#endif
#ifndef LONG
#define LONG 0              /* long bricks */
#endif
#ifndef PAUSE
#define PAUSE 3
#endif
#ifndef REQUESTS
#define REQUESTS 5          /* pressings of the button that are remembered */
#endif
#define BRICKS (SHORT + LONG)

mtype = { nothing, short_brick, long_brick };
mtype = { stands, right, left };
mtype = { box, first_belt, second_belt, kicked, gone };

/* Who has its turn. The bricks follow from BRICK on. */
#define BUTTON 0
#define ARM    1
#define BELT   2
#define SENSOR 3
#define USER   4
#define BRICK  5

/* Places on the first belt, as seen from the end of the brick. */
#define LIT      5          /* the light barrier is passed here */
#define REACH    10         /* the arm reaches the middle of bricks from here on */
#define LAST     11
#define MIDDLE   3          /* of the second belt */
#define WIDTH    5
#define KICK_AT  4          /* cycles from the barrier to the arm */
#define TURN_AT  8          /* and to the second belt, */
#define TURN_FOR 4          /* which moves for so long */

byte turn;
bool pressed;
byte requests;
bool belt_moves = true;     /* the first belt */
mtype second = stands;      /* the second belt */
bool kicks;
byte light;                 /* bricks in the light barrier */
mtype seen = nothing;       /* the brick that has passed the barrier */
byte since;                 /* cycles ago, up to TURN_AT */
mtype put = nothing;        /* the brick that the user puts on the belt */
byte stock_short = SHORT, stock_long = LONG;

active proctype button()
{
    do
    ::  d_step {
            turn == BUTTON ->
            requests = requests + (pressed && requests < REQUESTS);
            pressed = false;
            turn = ARM
        }
    od
}

active proctype arm()
{
    do
    ::  d_step {
            turn == ARM ->
            if
            ::  kicks -> kicks = false; belt_moves = true
            ::  !kicks && seen == long_brick && since >= KICK_AT -> kicks = true; belt_moves = false; seen = nothing
            ::  else
            fi;
            turn = BELT
        }
    od
}

active proctype belt()
{
    byte time;

    do
    ::  d_step {
            turn == BELT ->
            if
            ::  second != stands && time < TURN_FOR -> time++
            ::  second != stands && time == TURN_FOR -> time = 0; second = stands
            ::  second == stands && seen == short_brick && since >= TURN_AT ->
                second = (requests > 0 -> left : right);
                requests = requests - (requests > 0);
                seen = nothing
            ::  else
            fi;
            turn = SENSOR
        }
    od
}

active proctype sensor()
{
    byte dark;              /* cycles */

    do
    ::  d_step {
            turn == SENSOR ->
            since = since + (since < TURN_AT && belt_moves);
            if
            ::  light > 0 -> dark = dark + belt_moves
            ::  light == 0 && dark > 0 ->
                seen = (dark > 2 -> long_brick : short_brick);
                since = 0;
                dark = 0
            ::  else
            fi;
            turn = USER
        }
    od
}

active proctype user()
{
    byte wait;

    do
    ::  d_step { turn == USER && wait > 0 -> wait--; turn = BRICK }
    ::  d_step { turn == USER && wait == 0 -> turn = BRICK }
    ::  d_step { turn == USER && !pressed -> pressed = true; turn = BRICK }
    ::  d_step { turn == USER && wait == 0 && stock_short > 0 ->
            put = short_brick; stock_short--; wait = PAUSE; turn = BRICK }
    ::  d_step { turn == USER && wait == 0 && stock_long > 0 ->
            put = long_brick; stock_long--; wait = PAUSE; turn = BRICK }
    od
}

active [BRICKS] proctype brick()
{
    byte me = BRICK + _pid - 5;                     /* 5 processes before */
    mtype size = (_pid - 5 < SHORT -> short_brick : long_brick);
    byte length = (_pid - 5 < SHORT -> 2 : 4);
    mtype where = box;
    byte place;

    do
    ::  d_step {
            turn == me ->
            if
            ::  where == box && put == size -> where = first_belt; put = nothing
            ::  where == first_belt && kicks && place + length / 2 >= REACH ->
                assert(size == long_brick);         /* short bricks are not kicked off */
                where = kicked; place = 0
            ::  where == first_belt && belt_moves ->
                light = light + (place == LIT - length) - (place == LIT);
                if
                ::  place < LAST -> place++
                ::  place == LAST ->
                    assert(size == short_brick);    /* long bricks are */
                    where = second_belt; place = MIDDLE
                fi
            ::  where == second_belt && second == right && place < WIDTH -> place++
            ::  where == second_belt && second == right && place == WIDTH -> where = gone; place = 0
            ::  where == second_belt && second == left && place > 0 -> place--
            ::  where == second_belt && second == left && place == 0 -> where = gone
            ::  else
            fi;
            turn = (me == BRICK + BRICKS - 1 -> BUTTON : turn + 1)
        }
    od
}
