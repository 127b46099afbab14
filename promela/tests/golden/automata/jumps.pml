/* Jumps take no step, except at the head of an option. */
byte x;
active proctype P()
{
again:	if
	:: goto done
	:: x < 3 -> x++; goto again
	:: x == 3 -> goto end_here
	fi;
done:	x = 7;
end_here:
	x == 8
}
