"""Which objects have the state that a predicate speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.objects import Matter, SceneObject

_ABILITIES = {
    "cooked": ("cookable",),
    "frozen": ("freezable",),
    "hot": ("heatable",),
    "open": ("openable",),
    "toggled_on": ("toggleable",),
    "on_fire": ("flammable",),
    "broken": ("breakable",),
    "folded": ("cloth", "rope"),
    "unfolded": ("cloth", "rope"),
    "filled": ("fillable",),
    "contains": ("fillable",),
    "saturated": ("particleRemover",),
    "draped": ("cloth", "rope"),
    "overlaid": ("cloth", "rope"),
}
"""Abilities of the first object, any of which gives it the state."""
_OF_THINGS = frozenset(
    {"ontop", "nextto", "under", "touching", "inside", "overlaid", "attached", "draped", "grasped"}
)
"""Relations that substances do not have."""
_TO_SUBSTANCES = frozenset({"covered", "saturated", "filled", "contains"})
"""Relations of a thing to a substance."""


def missing_state(predicate: str, things: Sequence[SceneObject]) -> str:
    """Why `predicate` can never be true of `things`; "" if it can."""
    first, last = things[0], things[-1]
    if predicate in _OF_THINGS:
        substances = [thing.name for thing in things if thing.matter.is_substance]
        if substances:
            return f"{substances[0]} is a substance, which has no '{predicate}'"
    if predicate in _TO_SUBSTANCES:
        if first.matter.is_substance or first.matter is Matter.AGENT:
            return f"{first.name} is no thing that can be '{predicate}'"
        if not last.matter.is_substance:
            return f"{last.name} is no substance"
    abilities = _ABILITIES.get(predicate)
    if abilities and not any(map(first.can, abilities)):
        return f"{first.name} is not {' or '.join(abilities)}"
    return ""
