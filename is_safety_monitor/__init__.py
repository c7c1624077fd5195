"""The guard: judges tasks, plans and actions against the knowledge base."""
