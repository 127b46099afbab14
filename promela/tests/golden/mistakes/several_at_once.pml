// several mistakes at once
byte count;

proctype Sender(chan out)
{
	count = = 1;
	out!(count + 1;
	coutn = 2
}

proctype Receiver(chan in)
{
	byte lost = ;
	in?lost;
	if
	:: lost > 3 - > count--
	:: else -> brake
	fi
}

init
{
	chan c = [1] of { byte };
	run Sender(c);
	run Reciever(c);
	count = 7 7
}
