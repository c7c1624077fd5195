"""Planners behind one protocol."""
