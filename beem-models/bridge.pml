/*
 * Bridge and torch puzzle: soldiers cross a bridge at night with one torch, at most two at a time and at the pace
 * of the slower one.  Can all be on the other side in time?  An assertion violation is a plan.
 *
 * G. Rote, Crossing the bridge at night, EATCS Bulletin 78, 2002.
 * BEEM's Promela version is larger: there a soldier may decide to join, wait, and join from the wrong side.
 *
 * N      soldiers; they need 5, 10, 20, 25, 30, 30, ... minutes
 * LIMIT  minutes they have together
 */

#ifndef N
#define N 4
#endif
#ifndef LIMIT
#define LIMIT 60
#endif
#define minutes(i) (i == 1 -> 5 : (i == 2 -> 10 : (i == 3 -> 20 : (i == 4 -> 25 : 30))))
#define LEFT  0
#define RIGHT 1

byte total;             /* minutes passed */
byte on_right;          /* soldiers who are there already */

chan join[2] = [0] of { byte };     /* on either side: a soldier takes hold of the torch and tells his minutes */
chan go = [0] of { bool };          /* he has crossed */

active proctype torch()
{
    bit side = LEFT;
    byte slower, faster;

end:
    do
    ::  join[side] ? slower;
        if
        ::  join[side] ? faster;
            if
            ::  atomic { slower >= faster; go ! true }
            ::  atomic { slower < faster; go ! true; slower = faster }
            fi;
            faster = 0
        ::  true
        fi;
end_too_late:
        atomic {
            total + slower <= LIMIT;
            go ! true;
            total = total + slower;
            slower = 0;
            side = 1 - side
        }
    od
}

/* when the time is over, soldiers stop wherever they are */
active [N] proctype soldier()
{
end:
    do
    ::  join[LEFT] ! minutes(_pid);
end_going_right:
        atomic { go ? _; on_right++; assert(on_right < N) };
end_right:
        atomic { join[RIGHT] ! minutes(_pid); on_right-- };
end_going_left:
        go ? _
    od
}
