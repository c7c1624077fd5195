"""What an instruction asks for, requires, and is refused of."""
