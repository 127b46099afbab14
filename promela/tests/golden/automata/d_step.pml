/* A d_step is one transition whatever it contains. */
byte x, i;
active proctype P()
{
	d_step { x = 1; do :: i < 3 -> i++ :: else -> break od; x = 2 };
	do
	:: d_step { x == 2 -> x = 3 }
	:: x == 3 -> break
	od
}
