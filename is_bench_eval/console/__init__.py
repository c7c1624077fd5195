"""What every command needs of its terminal: Ctrl-C, progress, tables, harmless text."""
