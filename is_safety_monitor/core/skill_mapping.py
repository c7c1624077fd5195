"""Maps general skills to the robot's own skills.

Constraints and remedies are written in a few general skills.  A robot does what they say by these
skills themselves, where it has them, or else by skills of its own that are kinds of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain import Domain
from is_bench.objects import ObjectTable


@dataclass(frozen=True)
class SkillMatch:
    """A skill of the robot, and for each of its parameters the general skill's argument."""

    skill: str
    places: tuple[int, ...]


class SkillMapping:
    """Turns calls of general skills into calls of the robot's own."""

    def __init__(self, domain: Domain) -> None:
        """Of the robot that `domain` describes."""
        self._domain = domain
        self._ways: dict[str, tuple[SkillMatch, ...]] = {}

    def calls(self, general: SkillCall, objects: ObjectTable) -> tuple[SkillCall, ...]:
        """The robot's calls that do what `general` says; itself, if the robot has the skill."""
        if general.skill in self._domain.skills:
            return (general,)
        if general.skill not in self._ways:
            self._ways[general.skill] = tuple(self._found(general.skill))
        calls = (_call(way, general) for way in self._ways[general.skill])
        return tuple(call for call in calls if general in self._domain.kinds(call, objects))

    def _found(self, general: str) -> Iterator[SkillMatch]:
        """The robot's skills whose arguments all follow from those of the skill `general`."""
        for skill in self._domain.skills.values():
            names = tuple(parameter.name for parameter in skill.parameters)
            for kind in self._domain.kinds(SkillCall(skill.name, names))[1:]:
                if kind.skill == general and set(names) <= set(kind.arguments):
                    yield SkillMatch(skill.name, tuple(map(kind.arguments.index, names)))


def _call(way: SkillMatch, general: SkillCall) -> SkillCall:
    return SkillCall(way.skill, tuple(general.arguments[place] for place in way.places))
