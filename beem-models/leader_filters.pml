/*
 * Leader election with a row of filters.
 *
 * M. Choy and A. K. Singh, Adaptive solutions to the mutual exclusion problem, Distributed Computing 8 (1994).
 *
 * Of the processes that enter a filter at least one gets through, and at most half of them (rounded up) do. A
 * process that meets nobody's trace in the filter before has been alone there and is the leader.
 * -DRUSH leaves out the waiting at the entrance of a filter; elections can then have two winners.
 */
#ifndef N
#define N 3             /* processes */
#endif
#ifndef FILTERS
#define FILTERS 5
#endif

byte last[FILTERS];         /* who entered last */
bool closed[FILTERS];       /* somebody is about to go through */
bool collision[FILTERS];    /* somebody was turned away here */
byte leaders;

active [N] proctype process()
{
    byte filter;

enter:
    last[filter] = _pid;
#ifdef RUSH
    skip;
#else
end_shut:
    !closed[filter];    /* for ever, if the one inside is the leader */
#endif
    closed[filter] = true;
    if
    ::  last[filter] != _pid ->
        collision[filter] = true;
        closed[filter] = false
    ::  last[filter] == _pid ->
        if
        ::  filter > 0 && !collision[filter - 1] ->
            d_step { leaders++; assert(leaders == 1) }
        ::  d_step { filter == 0 || collision[filter - 1] -> filter++ };
            goto enter
        fi
    fi;
end:
    false       /* elected or turned away; stays as it is */
}
