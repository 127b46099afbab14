/* Processes that were started end, too. */
proctype Child() { skip }
init { run Child(); run Child() }
