/*
 * Power-down protocol of an audio/video link: the input/output processor (IOP) puts itself to sleep at the request
 * of the application processor (AP), unless there are data on the link, and must not sleep through an interrupt.
 *
 * K. Havelund, K. G. Larsen and A. Skou, Formal verification of a power controller using the real-time model
 * checker UPPAAL, ARTS 1999, LNCS 1601.
 *
 * DRIVERS         drivers of links with sleep lines (LSL)
 * AP_INTERRUPTS   interrupts by the AP, 255 for any number
 * LSL_INTERRUPTS  interrupts by the links, 255 for any number
 */

#ifndef DRIVERS
#define DRIVERS 1
#endif
#ifndef AP_INTERRUPTS
#define AP_INTERRUPTS 1
#endif
#ifndef LSL_INTERRUPTS
#define LSL_INTERRUPTS 2
#endif
#define ANY_NUMBER 255

mtype = { UP, DOWN, ACTIVE,             /* commands to the drivers */
          MAIN, LSL_HANDLER, AP_HANDLER /* who runs on the IOP */ };

mtype cpu = MAIN;
bool sleeping;              /* the IOP has stopped */
bool sleep_op;              /* the next instruction stops the IOP; handlers replace it by a no-op */
bool stand_by;              /* the IOP is on its way to sleep */
bool interrupted;           /* an interrupt was served since this was last cleared */
bool lsl_enabled;           /* interrupts by the links are enabled ... */
bool lsl_raised;            /* ... and raised */
bool lsl_entered;           /* the LSL handler has not yet noted its interrupt */
bool ap_raised;             /* the same by the AP */

mtype command[DRIVERS];
bool running[DRIVERS], data[DRIVERS];   /* the driver is looking for data; has found some */
bool some_running, some_data;           /* the same of any driver */

chan ap_down = [0] of { bool };     /* AP to IOP: go down */
chan ap_reply = [0] of { bool };    /* IOP to AP: true if it goes down */
chan ap_active = [0] of { bool };   /* IOP to AP: we are up again */

inline count(n, most) { n = n + (most != ANY_NUMBER) }

active proctype ap()
{
    byte interrupts;

end:
    do
    ::  ap_active ? _
    ::  d_step {
            AP_INTERRUPTS == ANY_NUMBER || interrupts < AP_INTERRUPTS;
            count(interrupts, AP_INTERRUPTS);
            ap_raised = true
        }
    ::  ap_down ! true;
        if
        ::  ap_reply ? true;
            if
            ::  true                /* gets active on its own */
            ::  ap_active ? _
            fi
        ::  ap_reply ? false
        fi
    od
}

active proctype link()
{
    byte interrupts;

end:
    do
    ::  d_step {
            lsl_enabled && (LSL_INTERRUPTS == ANY_NUMBER || interrupts < LSL_INTERRUPTS);
            count(interrupts, LSL_INTERRUPTS);
            lsl_raised = true
        }
    od
}

/* what both handlers do before they give the processor back */
inline serve()
{
    sleeping = false;
    d_step { lsl_enabled = false; lsl_raised = false; lsl_entered = false; interrupted = true };
    if
    ::  !stand_by
    ::  stand_by;
        sleep_op = false;
        stand_by = false
    fi
}

active proctype lsl_handler() provided (cpu != AP_HANDLER)
{
end:
    do
    ::  d_step { cpu == MAIN && lsl_enabled && lsl_raised; cpu = LSL_HANDLER; lsl_entered = true };
        serve();
        cpu = MAIN
    od
}

active proctype ap_handler()
{
    mtype interrupted_cpu;

end:
    do
    ::  d_step { ap_raised && !lsl_entered; ap_raised = false; interrupted_cpu = cpu; cpu = AP_HANDLER };
        serve();
        d_step { cpu = interrupted_cpu; interrupted_cpu = 0 }
    od
}

active [DRIVERS] proctype driver() provided (cpu == MAIN && !sleeping)
{
    byte me = _pid - 4;         /* four processes come before */
    byte d;

end:
    do
    ::  d_step { command[me] == ACTIVE; command[me] = 0 }
    ::  d_step { command[me] == UP || command[me] == DOWN; command[me] = 0 };
end_stopped:                    /* the IOP fell asleep under the driver's feet */
        if
        ::  d_step {
                running[me] = false;
                data[me] = false;
                some_running = false;
                some_data = false;
                for (d : 0 .. DRIVERS - 1) {
                    some_running = some_running || running[d];
                    some_data = some_data || data[d]
                };
                d = 0
            }
        ::  d_step { running[me] = true; data[me] = true; some_running = true; some_data = true }
        fi
    od
}

inline tell_drivers(what)
{
    d_step {
        for (i : 0 .. DRIVERS - 1) { command[i] = what };
        i = 0
    }
}

inline restart_drivers()
{
    d_step {
        for (i : 0 .. DRIVERS - 1) { data[i] = false; running[i] = true };
        i = 0;
        some_data = false;
        some_running = true
    }
}

inline await_drivers() { some_data || !some_running }

active proctype iop() provided (cpu == MAIN && !sleeping)
{
    byte i;

end_active:
    do
    ::  ap_down ? _;
        restart_drivers();
        interrupted = false;
        d_step { lsl_enabled = true; lsl_raised = false };
        tell_drivers(DOWN);
        await_drivers();
        if
        ::  some_data;              /* somebody talks to us: stay */
            d_step { lsl_enabled = false; lsl_raised = false };
            tell_drivers(ACTIVE);
            ap_reply ! false;
            goto end_active
        ::  !some_data;
            ap_reply ! true
        fi;

fall_asleep:
        sleep_op = true;
        stand_by = true;
        if
        ::  interrupted -> goto wake_up
        ::  !interrupted            /* an interrupt from here on replaces the sleep by a no-op */
        fi;
        if
        ::  !sleep_op
        ::  d_step { sleep_op; assert(!interrupted); sleeping = true };
end_asleep:
            interrupted
        fi;

wake_up:
        stand_by = false;
        restart_drivers();
        interrupted = false;
        tell_drivers(UP);
        await_drivers();
        if
        ::  some_data;
            ap_active ! true
        ::  !some_data;             /* it was noise: down again */
            restart_drivers();
            lsl_enabled = true;
            tell_drivers(DOWN);
            await_drivers();
            if
            ::  !some_data -> goto fall_asleep
            ::  some_data
            fi;
            d_step { lsl_enabled = false; lsl_raised = false };
            ap_active ! true;
            tell_drivers(ACTIVE)
        fi
    od
}
