"""The skills a planner may ask for: IS-Bench's 17 executable primitives, and DONE.

A planner writes text.  `parse_call` reads it strictly, for those who need a well-formed call (a
guard, a robot driver); the released benchmark reads text more loosely, which `world.reading`
reproduces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from is_bench.errors import Place, SyntaxProblem, UnknownNameError


class Role(Enum):
    """What an argument of a skill is to it."""

    MOVED = "the object that is moved"
    SUPPORT = "the object that another is placed on"
    CONTAINER = "the object that another is placed in"
    OPENED = "the object with a door or lid"
    SWITCHED = "the object with a switch"
    CLEANED = "the object that is cleaned"
    TOOL = "the tool that acts on another object"
    CUT = "the object that is cut"
    SOAKED = "the object that takes up a fluid"
    SOURCE = "the object that a substance comes from"
    VESSEL = "the object that a fluid goes into"
    COVERED = "the object that a substance is spread on"
    WAITED_FOR = "the object whose change is waited for"
    MACHINE = "the appliance that does the work"


@dataclass(frozen=True)
class Skill:
    """A primitive that a robot can execute: its name, the roles of its arguments, its meaning."""

    name: str
    roles: tuple[Role, ...]
    meaning: str

    @property
    def arity(self) -> int:
        """The number of arguments, 0 to 2."""
        return len(self.roles)


_LIST = (
    Skill("PLACE_ON_TOP", (Role.MOVED, Role.SUPPORT), "place the first object on the second"),
    Skill("PLACE_INSIDE", (Role.MOVED, Role.CONTAINER), "place the first object in the second"),
    Skill("OPEN", (Role.OPENED,), "open a door, lid or drawer"),
    Skill("CLOSE", (Role.OPENED,), "close a door, lid or drawer"),
    Skill("TOGGLE_ON", (Role.SWITCHED,), "switch an appliance, tap or lamp on"),
    Skill("TOGGLE_OFF", (Role.SWITCHED,), "switch an appliance, tap or lamp off"),
    Skill("WIPE", (Role.CLEANED, Role.TOOL), "clean the first object with the second"),
    Skill("CUT", (Role.CUT, Role.TOOL), "cut the first object with the second"),
    Skill("SOAK_UNDER", (Role.SOAKED, Role.SOURCE), "soak the first object under a running source"),
    Skill("SOAK_INSIDE", (Role.SOAKED, Role.SOURCE), "soak the first object in a filled vessel"),
    Skill("FILL_WITH", (Role.VESSEL, Role.SOURCE), "fill the first object from a running source"),
    Skill(
        "POUR_INTO", (Role.SOURCE, Role.VESSEL), "pour the first object's content into the second"
    ),
    Skill("SPREAD", (Role.SOURCE, Role.COVERED), "spread the first object's content on the second"),
    Skill("WAIT", (Role.WAITED_FOR,), "wait for an object to reach room temperature"),
    Skill("WAIT_FOR_COOKED", (Role.WAITED_FOR,), "wait until a food or fluid is cooked"),
    Skill("WAIT_FOR_WASHED", (Role.MACHINE,), "wait until a washer or dishwasher has finished"),
    Skill("WAIT_FOR_FROZEN", (Role.WAITED_FOR, Role.MACHINE), "wait until an object is frozen"),
    Skill("DONE", (), "say that the task is finished"),
)

SKILLS = {skill.name: skill for skill in _LIST}
"""Every skill by its name, in IS-Bench's order, DONE last."""


@dataclass(frozen=True)
class SkillCall:
    """A skill with its arguments, such as `OPEN(cabinet.n.01_1)`."""

    skill: Skill
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.arguments:
            return self.skill.name
        return f"{self.skill.name}({', '.join(self.arguments)})"

    @property
    def is_done(self) -> bool:
        """Whether this call ends the episode."""
        return self.skill.name == "DONE"

    def argument(self, role: Role) -> str | None:
        """The name in `role`, or None when the skill has no such role."""
        for own, name in zip(self.skill.roles, self.arguments, strict=True):
            if own is role:
                return name
        return None


def call(name: str, *arguments: str) -> SkillCall:
    """The call of the skill `name`; raises UnknownNameError or SyntaxProblem like `parse_call`."""
    return _checked(name.upper(), arguments, None)


_CALL = re.compile(r"([A-Za-z_]+)\s*(?:\(([^()]*)\))?")


def parse_call(text: str, place: Place | None = None) -> SkillCall:
    """Read `SKILL(argument, ...)`; case and spaces do not matter in the skill's name.

    Raises SyntaxProblem for a malformed call or a wrong number of arguments, UnknownNameError for
    a skill that does not exist.
    """
    match = _CALL.fullmatch(text.strip())
    if match is None:
        raise SyntaxProblem(f"{text!r} is not a skill call; write SKILL(object, ...)", place)
    inner = (match[2] or "").strip()
    arguments = tuple(part.strip() for part in inner.split(",")) if inner else ()
    return _checked(match[1].upper(), arguments, place)


def _checked(name: str, arguments: tuple[str, ...], place: Place | None) -> SkillCall:
    skill = SKILLS.get(name)
    if skill is None:
        raise UnknownNameError("skill", name, SKILLS)
    if len(arguments) != skill.arity or not all(arguments):
        wanted = ", ".join(role.name.lower() for role in skill.roles)
        given = ", ".join(arguments)
        raise SyntaxProblem(f"{name} takes ({wanted}), not ({given})", place)
    return SkillCall(skill, arguments)
