init { skip; chan c = [1] of { byte }; c!1 }
