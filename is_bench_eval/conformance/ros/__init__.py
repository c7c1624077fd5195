"""Checks on a live graph, and the node that makes them."""
