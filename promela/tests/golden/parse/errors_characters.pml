byte x = 99999999999;
active proctype A() {
    x = 2147483648;
    x = -2147483648;
    x = 4 $ 4;
    x = 'ab';
    x = `3`;
    printf("é is fine in a string\n");
    x = é
}
