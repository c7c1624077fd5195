"""Figures that others have published, to stand beside one's own; each with its source."""
