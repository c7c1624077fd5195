"""Intervals and tests for figures, each with its source."""
