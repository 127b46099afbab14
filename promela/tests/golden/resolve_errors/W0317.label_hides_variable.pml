byte done;
init { goto done; done: skip }
