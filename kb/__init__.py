"""The constraint knowledge base: schema, constraints, index, retrieval and lint."""
