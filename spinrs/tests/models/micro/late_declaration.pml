/* Jumps as options, and a declaration after the first statement. */
byte g;
active proctype A() {
s:	if :: goto t :: g = 1; goto t fi;
t:	if :: g = 2; byte q; q = 3; g = q fi
}
