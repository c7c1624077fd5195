"""The command line: one module for each command, with its arguments and what runs it."""
