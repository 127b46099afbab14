active [70000] proctype P() { skip }
