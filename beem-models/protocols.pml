/*
 * Four ways to send a sequence of messages over a link that loses some of them.
 *
 * PROTOCOL 0  nothing is done about losses
 *          1  send again until an acknowledgement comes
 *          2  the same with the alternating bit: K. A. Bartlett, R. A. Scantlebury and P. T. Wilkinson, A note on
 *             reliable full-duplex transmission over half-duplex links, Communications of the ACM 12 (1969)
 *          3  go back N: a window of messages, numbered modulo WINDOW + 1, may be unacknowledged;
 *             A. S. Tanenbaum, Computer networks (1981), chapter 4
 *
 * Messages are numbers that count up modulo DATA; the receiver asserts that none is missing, doubled or out of
 * order. Links keep the order of messages, hold SLOTS of them, and lose any. Only 2 and 3 are correct.
 */
#ifndef PROTOCOL
#define PROTOCOL 2
#endif
#ifndef SLOTS
#define SLOTS 1
#endif
#ifndef DATA
#define DATA 5
#endif

#if PROTOCOL == 2
#define WINDOW 1            /* the alternating bit is the smallest window */
#endif
#ifndef WINDOW
#define WINDOW 2
#endif
#define NUMBERS (WINDOW + 1)

chan link = [SLOTS] of { byte, byte };      /* number, message */
chan back = [SLOTS] of { byte };            /* number of the last message that came in order */

byte expected;                              /* the message that shall be received next */

inline deliver(message)
{
    assert(message == expected);
    expected = (expected + 1) % DATA
}

/* Every message can be lost, and is if the link is full. */
inline acknowledge(number)
{
    if
    ::  back ! number
    ::  true
    fi
}

#if PROTOCOL == 0

active proctype sender()
{
    byte message;

    do
    ::  atomic { link ! 0, message -> message = (message + 1) % DATA }
    ::  message = (message + 1) % DATA              /* this one was lost */
    od
}

active proctype receiver()
{
    byte message;

    do
    ::  atomic { link ? _, message -> deliver(message); message = 0 }
    od
}

#elif PROTOCOL == 1

active proctype sender()
{
    byte message;

    do
    ::  link ! 0, message                           /* to lose it is not to send it */
    ::  atomic { back ? _ -> message = (message + 1) % DATA }
    od
}

active proctype receiver()
{
    byte message;

    do
    ::  atomic { link ? _, message -> deliver(message); message = 0 };
        acknowledge(0)
    od
}

#else

active proctype sender()
{
    byte base;              /* oldest message without acknowledgement */
    byte number;            /* its number */
    byte sent;              /* messages without acknowledgement */
    byte ack;

    do
    ::  atomic {            /* the next one in the window */
            sent < WINDOW ->
            if
            ::  link ! (number + sent) % NUMBERS, (base + sent) % DATA
            ::  true
            fi;
            sent++
        }
    ::  atomic {            /* a cumulative acknowledgement */
            back ? ack ->
            do
            ::  sent > 0 && (ack + NUMBERS - number) % NUMBERS < sent ->
                sent--; base = (base + 1) % DATA; number = (number + 1) % NUMBERS
            ::  else -> break
            od;
            ack = 0
        }
    ::  sent > 0 -> sent = 0        /* time is over: all of them again */
    od
}

active proctype receiver()
{
    byte number, message;
    byte next;              /* number that comes next */

    do
    ::  atomic {
            link ? number, message ->
            if
            ::  number == next -> deliver(message); next = (next + 1) % NUMBERS
            ::  else
            fi;
            number = 0; message = 0
        };
        acknowledge((next + WINDOW) % NUMBERS)
    od
}

#endif
