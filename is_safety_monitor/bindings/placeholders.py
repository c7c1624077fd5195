"""Placeholders of a drafted binding file, which its engineer replaces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from is_safety_monitor.bindings.model import Bindings

MARK = "TODO"
"""Begins a comment about something that only the robot's engineer knows."""
THING, THING_LABEL = "thing_1", "thing"
"""Name and label of the placeholder for an object."""
REGION = "somewhere"
"""The placeholder for a region."""
_MARKED = re.compile(rf"#[^#]*\b{MARK}\b")
_MOST_LINES = 8
"""Line numbers that a warning lists."""


def unfinished(bindings: Bindings) -> Iterator[str]:
    """Warnings about the placeholders and marks that remain in a file."""
    for thing in bindings.things:
        if (thing.name, thing.label) == (THING, THING_LABEL):
            yield f"{THING}: a placeholder of `binding init`; name the robot's own objects"
    if any(region.name == REGION for region in bindings.map.regions):
        yield f"{REGION}: a placeholder of `binding init`; name the robot's own regions"
    lines = enumerate(bindings.source.text.splitlines(), 1)
    marked = [number for number, line in lines if _MARKED.search(line)]
    if marked:
        listed = ", ".join(map(str, marked[:_MOST_LINES]))
        more = f" and {len(marked) - _MOST_LINES} more" if len(marked) > _MOST_LINES else ""
        noun = "line" if len(marked) == 1 else "lines"
        yield f"{MARK} remains in {noun} {listed}{more}; decide each one and remove the mark"
