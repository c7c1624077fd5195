"""WIPE, SOAK_UNDER, SOAK_INSIDE and WAIT_FOR_WASHED."""

from __future__ import annotations

from collections.abc import Iterable

from is_bench.errors import shorten
from is_bench.objects import SceneObject, class_of
from is_bench.world.context import Context, need_solid
from is_bench.world.outcome import SkillFailed
from is_bench.world.primitives.fluids import content_of
from is_bench.world.removers import satisfied

WASHERS = ("washer", "dishwasher")


def wipe(context: Context, target: SceneObject, tool: SceneObject) -> None:
    """Remove from `target` the substances that `tool` removes in its current state."""
    state = context.state
    if not context.removers.is_remover(tool):
        raise SkillFailed(f"{tool.name} is no cleaning tool")
    need_solid(target, "it cannot be wiped; wipe what it covers")
    context.check_reachable(target)
    context.check_reachable(tool)
    covering = state.amounts("covered", target.name)
    if not covering:
        raise SkillFailed(f"{target.name} is not covered with anything")
    conditions = {synset: context.removers.conditions(tool, synset) for synset in covering}
    if all(ways is None for ways in conditions.values()):
        raise SkillFailed(f"{tool.name} cannot remove {_words(covering)} from {target.name}")
    removed = _taken_up(context, tool, covering)
    if not removed:
        ways = {f"{k} {_word(v)}" for c in conditions.values() for k, v in c or ()}
        raise SkillFailed(
            f"{tool.name} removes {_words(covering)} only when it is in another state"
            + (f": {shorten(sorted(ways))}" if ways else "")
        )
    state.remove_amounts("covered", target.name, removed)


def soak_under(context: Context, tool: SceneObject, source: SceneObject) -> None:
    """Soak `tool` with the fluid from `source`."""
    _check_soakable(context, tool)
    context.check_reachable(tool)
    produced = context.produced_by(source)
    if produced is None:
        raise SkillFailed(f"{source.name} gives no fluid")
    if not produced:
        raise SkillFailed(f"{source.name} is not running; toggle it on first")
    _soak(context, tool, produced, source)


def soak_inside(context: Context, tool: SceneObject, vessel: SceneObject) -> None:
    """Soak `tool` with the content of `vessel`."""
    _check_soakable(context, tool)
    context.check_reachable(tool)
    context.check_reachable(vessel)
    content = content_of(context, vessel)
    context.check_pours(vessel)
    _soak(context, tool, content, vessel)


def wait_for_washed(context: Context, machine: SceneObject) -> None:
    """Wait until a washer or dishwasher that is closed and on has cleaned what is inside."""
    state = context.state
    if not _is_washer(machine):
        raise SkillFailed(f"{machine.name} is no washer or dishwasher")
    if state.flag("open", machine.name):
        raise SkillFailed(f"{machine.name} is open; close it first")
    if not state.flag("toggled_on", machine.name):
        raise SkillFailed(f"{machine.name} is off; toggle it on first")
    inside = [thing for thing in state.things() if state.is_inside(thing.name, machine.name)]
    if not inside:
        raise SkillFailed(f"there is nothing inside {machine.name}")
    for thing in inside:
        covering = state.amounts("covered", thing.name)
        if not covering and context.quirks.washing_stops_at_clean_item:
            raise SkillFailed(f"{thing.name} inside {machine.name} is clean already")
        state.remove_amounts("covered", thing.name, covering)


def _is_washer(machine: SceneObject) -> bool:
    return class_of(machine.synset) in WASHERS


def _check_soakable(context: Context, tool: SceneObject) -> None:
    if not context.removers.is_remover(tool):
        raise SkillFailed(f"{tool.name} cannot soak up anything")


def _soak(
    context: Context, tool: SceneObject, offered: frozenset[str], source: SceneObject
) -> None:
    taken = _taken_up(context, tool, offered)
    if not taken:
        raise SkillFailed(
            f"{tool.name} takes up no {_words(offered)} from {source.name}: "
            "it does not absorb it, or is saturated with it already"
        )
    context.state.add_amounts("saturated", tool.name, taken)


def _taken_up(context: Context, tool: SceneObject, offered: Iterable[str]) -> frozenset[str]:
    saturated = context.state.amounts("saturated", tool.name)
    toggled_on = context.state.flag("toggled_on", tool.name)
    return frozenset(
        synset
        for synset in offered
        if synset not in saturated
        and satisfied(context.removers.conditions(tool, synset), saturated, toggled_on)
    )


def _words(synsets: Iterable[str]) -> str:
    return shorten(sorted(class_of(synset) for synset in synsets))


def _word(value: str | bool) -> str:
    return class_of(value) if isinstance(value, str) else str(value).lower()
