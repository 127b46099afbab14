active proctype P() priority 256 { skip }
init { run P() priority 300; run P() priority 0 }
