"""Safety awareness: which of the annotated risks a planner has named before it acted."""
