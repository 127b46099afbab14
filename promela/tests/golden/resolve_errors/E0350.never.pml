never { do :: skip od }
init { skip }
