"""`is-bench watch`: a guard in a terminal, live or from a bag."""
