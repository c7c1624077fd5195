"""Checking constraints beyond their syntax: by running them, and by comparing them."""

from is_safety_monitor.core.lint.problem import Problem, Severity
from is_safety_monitor.core.lint.run import lint

__all__ = ["Problem", "Severity", "lint"]
