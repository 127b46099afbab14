/* Two processes that take two locks in opposite order. */
bool first, second;

active proctype A() {
	atomic { !first -> first = true };
	atomic { !second -> second = true };
	first = false;
	second = false
}

active proctype B() {
	atomic { !second -> second = true };
	atomic { !first -> first = true };
	first = false;
	second = false
}
