/* The value of a random poll is the place of the message that matches, counted from 1.
   raw 240 573 240 40 60
   default 60 144 0 16 15
   por 32 58 0 16 1 */
chan c = [3] of { byte, byte };
byte place, head;

active proctype P()
{
	do
	:: c!1,1
	:: c!2,1
	:: atomic { place = c??[2,_]; head = c?[1,eval(head)] }
	:: c?_,_
	od
}

active proctype Q()
{
	c??[2,1] == 3;
	assert(false)
}
