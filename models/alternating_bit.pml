/*
 * The alternating bit protocol: numbers arrive once each and in order, although messages may be lost both ways.
 * K. A. Bartlett, R. A. Scantlebury, P. T. Wilkinson, A note on reliable full-duplex transmission over half-duplex
 * links, Communications of the ACM 12 (1969).
 *
 *   spinrs models/alternating_bit.pml             holds
 *   spinrs models/alternating_bit.pml -DFAULT     violated: an old acknowledgement is taken for a new one
 */

#define NUMBERS 4

mtype = { data, ack };

chan forth = [1] of { mtype, byte, bit };
chan back = [1] of { mtype, bit };

active proctype sender()
{
    byte number;
    bit tag;

    do
    ::  forth!data,number,tag                   /* for the first time or again */
#ifdef FAULT
    ::  back?ack,_ ->
#else
    ::  back?ack,eval(1 - tag)                  /* of the number before: nothing new */
    ::  back?ack,eval(tag) ->
#endif
        number = (number + 1) % NUMBERS;
        tag = 1 - tag
    od
}

active proctype receiver()
{
    byte number, awaited;
    bit tag, next;

    do
    ::  forth?data,number,tag ->
        if
        ::  tag == next ->
            assert(number == awaited);          /* nothing is missing, nothing comes twice */
            awaited = (awaited + 1) % NUMBERS;
            next = 1 - next
        ::  else                                /* sent again: acknowledge again */
        fi;
        back!ack,tag
    od
}

/* The line: takes messages away. */
active proctype thief()
{
    do
    ::  forth?_,_,_
    ::  back?_,_
    od
}
