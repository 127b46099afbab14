// a jump out of a d_step
byte x;
active proctype P() {
  d_step {
    x = 1;
    if
    :: x == 1 -> goto done
    :: else
    fi
  }
  skip;
done:
  skip
}
