"""CUT."""

from __future__ import annotations

from is_bench.objects import SceneObject, class_of
from is_bench.world.context import Context
from is_bench.world.outcome import SkillFailed

PIECES = ("half__", "diced__")


def cut(context: Context, target: SceneObject, knife: SceneObject) -> None:
    """Cut `target`: it is removed, and the pieces declared by the scenario are created."""
    if not knife.can("slicer"):
        raise SkillFailed(f"{knife.name} cannot cut")
    if not (target.can("sliceable") or target.can("diceable")):
        raise SkillFailed(f"{target.name} cannot be cut")
    context.check_reachable(target)
    context.check_reachable(knife)
    state = context.state
    place = state.edges(target.name)
    state.remove(target.name)
    for piece in _next_pieces(context, class_of(target.name)):
        state.appear(piece, place)


def _next_pieces(context: Context, word: str) -> list[str]:
    """Two halves, or all diced pieces, that do not exist yet."""
    for prefix in PIECES:
        waiting = [
            thing.name
            for thing in context.state.objects
            if class_of(thing.name) == prefix + word and not context.state.exists(thing.name)
        ]
        if waiting:
            return waiting[:2]
    return []
