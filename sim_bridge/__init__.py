"""Simulators behind one protocol."""
