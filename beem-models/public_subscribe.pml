/*
 * Groupware with a publish/subscribe service: users fetch a file, check it out to change it and check it in again;
 * those who have subscribed are told when their copy is out of date.
 *
 * M. H. ter Beek, M. Massink, D. Latella, S. Gnesi, A. Forghieri and M. Sebastianis, A case study on the automated
 * verification of groupware protocols, ICSE 2005 (the system is called thinkteam).
 *
 * With -DUNLOCKED the server gives the file to everybody who wants to change it.
 */
#ifndef USERS
#define USERS 2
#endif
#ifndef EDITORS
#define EDITORS USERS   /* users who change the file; the others only read it */
#endif
#define NOBODY 255

mtype = { get, check_out, check_in, undo, check_in_out, unsubscribe };      /* from users to the server */
mtype = { none, file, granted, refused, outdated };                         /* from the server to users */
mtype = { fetch, store };                                                   /* from the server to the vault */

chan to_server = [0] of { mtype, byte };
chan to_user[USERS] = [1] of { mtype };         /* answers */
chan notice[USERS] = [1] of { mtype };          /* from the notification service */
chan to_vault = [0] of { mtype };
chan from_vault = [0] of { mtype };

byte editors;           /* users who change the file now */

active [USERS] proctype user()
{
    byte me = _pid;
    mtype answer = none;
    bool has_copy;

end:
    do
    ::  to_server ! get, me;
        to_user[me] ? file;
        has_copy = true

    ::  has_copy ->
        to_server ! unsubscribe, me;
        has_copy = false

    ::  notice[me] ? outdated -> has_copy = false

    ::  me < EDITORS ->
        to_server ! check_out, me;
        to_user[me] ? answer;
        if
        ::  answer == refused -> answer = none
        ::  answer == granted ->
            atomic { answer = none; editors++; assert(editors == 1) };
            do
            ::  to_server ! check_in_out, me            /* saves, and goes on */
            ::  notice[me] ? outdated
            ::  editors--;
                if
                ::  to_server ! check_in, me
                ::  to_server ! undo, me
                fi;
                break
            od
        fi
    od
}

#ifdef UNLOCKED
#define locked false
#else
#define locked (holder != NOBODY)
#endif

active proctype server()
{
    byte client, other;
    byte holder = NOBODY;       /* of the write lock */
    bool subscribed[USERS];

end:
    do
    ::  to_server ? get, client ->
        to_vault ! fetch;
        from_vault ? file;
        subscribed[client] = true;
        to_user[client] ! file

    ::  to_server ? unsubscribe, client -> subscribed[client] = false

    ::  to_server ? check_out, client ->
        if
        ::  locked -> to_user[client] ! refused
        ::  !locked ->
            holder = client;
            to_vault ! fetch;
            from_vault ? file;
            to_user[client] ! granted
        fi

    ::  to_server ? undo, client ->
        assert(holder == client);
        holder = NOBODY

    ::  to_server ? check_in, client ->
        assert(holder == client);
        to_vault ! store;
        holder = NOBODY;
        goto publish

    ::  to_server ? check_in_out, client ->
        assert(holder == client);
        to_vault ! store;
publish:
        do
        ::  other == USERS -> break
        ::  other < USERS && (other == client || !subscribed[other]) -> other++
        ::  other < USERS && other != client && subscribed[other] ->
            if
            ::  notice[other] ! outdated
            ::  full(notice[other])             /* has not read the last one yet */
            fi;
            other++
        od;
        other = 0
    od
}

active proctype vault()
{
end:
    do
    ::  to_vault ? fetch -> from_vault ! file
    ::  to_vault ? store
    od
}
