init { printf("%d %d\n", 1); printf("%d%%\n", 2) }
