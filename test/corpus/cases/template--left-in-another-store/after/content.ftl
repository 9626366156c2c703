a way
