init { d_step { timeout; skip } }
