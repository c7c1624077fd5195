"""Checks of a guard on a live robot: what must hold there, tried out."""
