notrace { do :: skip od }
init { skip }
