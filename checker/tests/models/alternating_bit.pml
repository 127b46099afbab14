/* The alternating bit protocol over channels that lose messages; a timeout repeats what was lost. */
mtype = { message, acknowledgement };
chan forth = [2] of { mtype, byte, bit };
chan back = [1] of { mtype, bit };

active proctype Sender()
{
	byte data;
	bit number, seen;
	do
	:: nfull(forth) -> forth!message(data, number);
	   if
	   :: back?acknowledgement(seen) ->
	      if
	      :: seen == number -> number = 1 - number; data = (data + 1) % 3
	      :: else
	      fi
	   :: timeout
	   fi
	:: back?acknowledgement(_)
	od
}

active proctype Receiver()
{
	byte data, wanted;
	bit number, expected;
	do
	:: forth?message(data, number) ->
	   if
	   :: number == expected ->
	      assert(data == wanted);
	      wanted = (wanted + 1) % 3;
	      expected = 1 - expected
	   :: else
	   fi;
	   back!acknowledgement(number)
	:: forth?_, _, _
	:: back?_, _
	od
}
