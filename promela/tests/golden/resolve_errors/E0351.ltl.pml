ltl p { [] true }
init { skip }
