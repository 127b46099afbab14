init { if :: skip; else; skip fi }
