/* Operators, constants and conditional expressions. */
int x = 'A' + (1 -> 2 : 3);
hidden int h;
hidden unsigned u : 12;
local byte l;
unsigned v : 3 = -1;
byte array[2 * 3 - (4 % 3) + 1];
bit bits[2];
active proctype P() {
    x = ~x & 3 | 4 ^ 5 << 1 >> 2;
    !(x == 1) && x != 2 || x <= 3 && x >= -4;
    x++;
    array[x]--;
    x[0] = true;
    bits[1] = false;
    skip
}
