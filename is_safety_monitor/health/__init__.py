"""What shows whether a guard is well: the graph around it, diagnostics, lines in the log."""
