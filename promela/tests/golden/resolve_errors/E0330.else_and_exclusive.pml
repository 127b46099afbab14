chan c = [1] of { byte };
init { xr c; if :: c?_ :: else fi }
