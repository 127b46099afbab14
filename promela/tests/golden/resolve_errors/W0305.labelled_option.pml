init { if :: L: skip fi; goto L }
