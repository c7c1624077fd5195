"""What users do with the knowledge base: check, search, look up, extend."""
