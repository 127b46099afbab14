/*
 * A deadlock: two transfers between the same two accounts, each of which locks the account it takes from first.
 *
 *   spinrs models/transfer.pml              violated: each holds what the other waits for
 *   spinrs models/transfer.pml -DORDERED    holds: both lock account 0 first
 */

bool locked[2];
byte balance[2] = 10;

inline lock(account)
{
    atomic { !locked[account] -> locked[account] = true }
}

active [2] proctype transfer()
{
    byte from = _pid;
    byte to = 1 - _pid;

#ifdef ORDERED
    lock(0);
    lock(1);
#else
    lock(from);
    lock(to);
#endif
    balance[from] = balance[from] - 1;
    balance[to] = balance[to] + 1;
    assert(balance[0] + balance[1] == 20);
    locked[to] = false;
    locked[from] = false
}
