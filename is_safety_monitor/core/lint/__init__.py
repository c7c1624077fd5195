"""Checking constraints beyond their syntax: by running them, and by comparing them."""

from is_safety_monitor.core.lint.problem import Gravity, Problem
from is_safety_monitor.core.lint.run import lint

__all__ = ["Gravity", "Problem", "lint"]
