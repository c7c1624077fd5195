"""What there is to be seen at a moment of an episode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from is_bench.verdict import Obligation
from is_bench.views import View
from is_planner_node.core.planner import LastStep


@dataclass(frozen=True)
class Sight:
    """A moment: the start of an episode, or the end of a step."""

    look: Callable[[], tuple[View, ...]] = tuple
    """Renders what the cameras see; nothing where nothing is rendered."""
    last: LastStep | None = None
    """The step that has ended; None at the start."""
    due: tuple[Obligation, ...] = ()
    """What the guard wants done before the task may end."""


Watch = Callable[[Sight], None]
"""Is called at the start and after every step."""
