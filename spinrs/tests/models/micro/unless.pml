/* An escape that may interrupt a loop anywhere. */
byte x;
bool stop;
active proctype A() { { do :: x < 4 -> x++ :: x == 4 -> x = 0 od } unless { stop -> x = 9 } }
active proctype B() { stop = true }
