/*
 * A production cell: plates come on a belt, a table lifts them, a robot with two arms puts them into the press and
 * takes them out onto the deposit belt.
 *
 * C. Lewerentz and T. Lindner (eds.), Formal development of reactive systems: case study production cell, LNCS 891
 * (1995).
 *
 * Each plate is a process that meets the machine it lies on; the machines hand on its number. When the robot has
 * decided to wait for a plate it does nothing else; with one or two plates in the cell this is a deadlock.
 */
#ifndef PLATES
#define PLATES 3
#endif
#define NONE 255

chan belt[PLATES] = [0] of { bit };
chan table[PLATES] = [0] of { bit };
chan press[PLATES] = [0] of { bit };
chan deposit[PLATES] = [0] of { bit };

chan new_plate = [0] of { byte };
chan at_sensor = [0] of { bit };        /* the belt's end */
chan ready = [0] of { bit };            /* a plate for the robot, says the sensor */
chan put_table = [0] of { byte };
chan get_table = [0] of { byte };
chan put_press = [0] of { byte };
chan get_press = [0] of { byte };
chan put_deposit = [0] of { byte };

active [PLATES] proctype plate()
{
    do
    ::  new_plate ! _pid;
        belt[_pid] ! 0;
        table[_pid] ! 0;
        press[_pid] ! 0;
        deposit[_pid] ! 0
    od
}

active proctype feed_belt()
{
    byte item;

    do
    ::  new_plate ? item;
        at_sensor ! 0;
        skip;               /* moves */
        belt[item] ? _;
        put_table ! item
    od
}

active proctype sensor()
{
    byte seen;              /* plates the robot does not know yet */

    do
    ::  atomic { at_sensor ? _; seen++ }
    ::  atomic { seen > 0 -> ready ! 0; seen-- }
    od
}

active proctype lift_table()
{
    byte item;

    do
    ::  put_table ? item;
        skip;               /* goes up and turns */
        table[item] ? _;
        get_table ! item;
        skip                /* goes down again */
    od
}

active proctype forge_press()
{
    byte item;

    do
    ::  put_press ? item;
        skip;               /* presses */
        press[item] ? _;
        get_press ! item
    od
}

active proctype deposit_belt()
{
    byte item;

    do
    ::  put_deposit ? item;
        skip;               /* moves */
        deposit[item] ? _
    od
}

active proctype robot()
{
    bool in_press, on_table;            /* is there a plate? */
    byte arm_a = NONE, arm_b = NONE;    /* A: table to press, B: press to deposit */

#define a_free     (arm_a == NONE)
#define b_free     (arm_b == NONE)
#define can_fetch  (a_free && on_table)
#define can_load   (!a_free && !in_press)
#define can_unload (b_free && in_press)

    do
    ::  atomic { !on_table -> ready ? _; on_table = true }

    ::  can_unload || can_fetch ->
b_at_press:
        if
        ::  atomic { can_unload -> get_press ? arm_b; assert(arm_b != arm_a); in_press = false };
            goto b_at_press
        ::  can_fetch ->
            do                          /* arm A at the table */
            ::  atomic { can_fetch -> get_table ? arm_a; on_table = false }
            ::  !a_free -> goto b_at_press
            od
        ::  can_load || (!b_free && !can_fetch)
        fi

    ::  can_load || !b_free ->
        do                              /* arm A at the press */
        ::  atomic { can_load -> put_press ! arm_a; arm_a = NONE; in_press = true }
        ::  !b_free ->
            do                          /* arm B at the deposit belt */
            ::  atomic { !b_free -> put_deposit ! arm_b; arm_b = NONE }
            ::  b_free -> break
            od
        ::  !can_load && b_free -> break
        od
    od
}
