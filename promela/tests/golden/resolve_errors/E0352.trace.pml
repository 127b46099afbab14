trace { do :: skip od }
init { skip }
