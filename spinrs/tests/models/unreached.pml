/* Code that is never reached, in every kind of statement. */
byte x;
chan c = [1] of { byte };

proctype Never(byte n) {
	x = n
}

active proctype Main() {
	byte m;
	if
	:: x == 1 ->
		atomic { x = 2; c!x };
		d_step { c?m -> x = m }
	:: x == 0 -> skip
	fi;
	{
		do
		:: x > 3 ->
			if
			:: m == 1 -> x = 4
			:: else -> x = 5
			fi
		:: x == 0 -> break
		od
	} unless {
		x == 9 -> x = 8; goto out
	};
	x = 0;
	x == 7;
	if
	:: c?[1] -> x = 1
	:: x = 2
	fi;
out:	x = 3
}
