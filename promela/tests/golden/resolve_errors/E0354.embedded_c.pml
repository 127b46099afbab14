c_decl { int x; }
c_state "int y" "Global"
c_track "&x" "4"
c_code { int z; }
init { c_code { x = 1; }; c_expr { x == 1 } }
