chan c = [1] of { byte, byte };
init { c!1; c?_; c?[1] }
