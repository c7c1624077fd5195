"""Candidate remedies for the objects of a block."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.calls import SkillCall
from is_bench.objects import ObjectTable, SceneObject
from is_safety_monitor.core.call_sequences import CallSequence, Situation, behind, step
from is_safety_monitor.core.cleaning import Cleaning
from is_safety_monitor.core.moves import RemedyTarget, moves
from is_safety_monitor.core.skill_mapping import SkillMapping
from is_safety_monitor.core.storage_habits import named_class

_WAITING = 0.2
"""What waiting costs besides; in steps."""
_COOLS = "toggleable | heatSource | stays_hot_after"


class Candidates:
    """Lists what the robot may do to help, the gentlest first."""

    def __init__(self, skill_mapping: SkillMapping) -> None:
        """`skill_mapping` says how the robot does what a general skill does."""
        self._skill_mapping = skill_mapping

    def concerning(
        self, target: RemedyTarget, now: Situation, cleaning: Cleaning
    ) -> list[CallSequence]:
        """The ways that change something about the things concerned, and what they are inside of.

        They do not leave anything open or running, unless it is so `now`.
        """
        found: dict[tuple[SkillCall, ...], CallSequence] = {}
        for thing in _concerned(target, now):
            for general in _ways(thing, target, now, cleaning):
                way = self.own(general, now.objects)
                if way is not None:
                    found.setdefault(way.steps, way)
        return sorted(found.values(), key=lambda way: way.cost)

    def own(self, general: CallSequence, objects: ObjectTable) -> CallSequence | None:
        """The same in the robot's own skills; None where it has none for a step."""
        steps: list[SkillCall] = []
        for call in general.steps:
            calls = self._skill_mapping.calls(call, objects)
            if not calls:
                return None
            steps.append(calls[0])
        return CallSequence(tuple(steps), general.cost, general.leaves)


def _concerned(target: RemedyTarget, now: Situation) -> Iterator[SceneObject]:
    """The things concerned, and what each of them is inside of, or may be."""
    around = (name for thing in target.concerned for name in now.related("inside", thing))
    for name in dict.fromkeys((*target.concerned, *around)):
        thing = now.objects.get(name)
        if thing is not None:
            yield thing


def _ways(
    thing: SceneObject, target: RemedyTarget, now: Situation, cleaning: Cleaning
) -> Iterator[CallSequence]:
    yield from _safe_state_actions(thing, now)
    yield from moves(thing, target, now)
    doors = now.shut_around(thing.name)
    for wiping in cleaning.ways(thing, now):
        yield CallSequence(behind(doors, wiping.steps), wiping.cost + 2 * len(doors), wiping.leaves)


def _safe_state_actions(thing: SceneObject, now: Situation) -> Iterator[CallSequence]:
    """To shut a thing, to switch it off, and to let it cool or thaw."""
    name = thing.name
    wait = step("WAIT", name)
    if thing.can("openable") and now.may_be("open", name):
        yield CallSequence((step("CLOSE", name),), 1.0)
    if thing.can("toggleable") and now.may_be("toggled_on", name):
        off = step("TOGGLE_OFF", name)
        yield CallSequence((off,), 1.0)
        yield CallSequence((off, wait), 2.0 + _WAITING)
    if now.may_be("hot", name) or now.may_be("frozen", name) or _cools(thing):
        yield CallSequence((wait,), 1.0 + _WAITING)


def _cools(thing: SceneObject) -> bool:
    return named_class(_COOLS).contains(thing)
