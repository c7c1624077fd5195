"""Studies of the guard: figures that one command makes anew."""
