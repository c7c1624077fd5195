"""What is worked out of constraints once, for scene after scene."""

from __future__ import annotations

from collections.abc import Iterable

from is_safety_monitor.core.monitors.classes import ClassTable
from is_safety_monitor.core.monitors.formulas import Formulas
from kb.constraint import Constraint


class CompiledConstraints:
    """The formulas of some constraints, and what is known of their classes.

    Whoever sets up one scene after the other keeps it, together with the constraints.  A scene may
    have others besides, which are worked out each time.
    """

    def __init__(self, constraints: Iterable[Constraint] = ()) -> None:
        """Nothing has been worked out yet."""
        listed = tuple(constraints)
        self.classes = ClassTable(listed)
        self.formulas = Formulas(listed)
