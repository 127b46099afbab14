/* Escapes come before the transitions they interrupt, the innermost last. */
byte x;
active proctype P()
{
	{ x = 1; { x = 2; x = 3 } unless { x == 2 -> x = 4 } } unless { x == 9 };
	do :: x++ :: break od unless { x > 5 -> skip }
}
