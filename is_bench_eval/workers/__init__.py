"""Who runs the episodes of a run: threads here, processes of this machine, or a Ray cluster."""
