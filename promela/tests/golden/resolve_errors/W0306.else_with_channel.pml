chan c = [1] of { byte };
init { if :: c?_ :: else fi; if :: full(c) :: else fi; if :: len(c) > 0 :: else fi }
