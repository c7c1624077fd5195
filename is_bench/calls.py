"""Skill calls: proposed by planners, judged by guards, logged, and executed by robots.

A call is data, a skill's name with the names of objects.  Text is for people; `parse_call` reads
the strict form `SKILL(object, ...)`, and a `Domain` says whether there is such a skill.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from is_bench.errors import Place, SyntaxProblem

MOST_CHARACTERS = 2_000
"""Most characters of a call's text; longer texts are rejected."""


class SkillCall(NamedTuple):
    """A skill with its arguments, such as `OPEN(cabinet.n.01_1)`."""

    skill: str
    """The skill's name, in upper case."""
    arguments: tuple[str, ...] = ()
    """Names of objects, in the order of the skill's parameters."""

    def __str__(self) -> str:
        if not self.arguments:
            return self.skill
        return f"{self.skill}({', '.join(self.arguments)})"

    @property
    def is_done(self) -> bool:
        """Whether this call ends the episode."""
        return self.skill == "DONE"


DONE = SkillCall("DONE")

_CALL = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*(?:\(([^()]*)\))?", re.ASCII)


def parse_call(text: str, place: Place | None = None) -> SkillCall:
    """Parse `SKILL(argument, ...)`; case and spaces do not matter in the skill's name.

    Whether there is such a skill, and such objects, is not checked.  Raises SyntaxProblem.
    """
    if len(text) > MOST_CHARACTERS:
        raise SyntaxProblem(
            f"a skill call of {len(text)} characters is too long; at most {MOST_CHARACTERS}", place
        )
    match = _CALL.fullmatch(text.strip())
    if match is None:
        raise SyntaxProblem(f"{text!r} is not a skill call; write SKILL(object, ...)", place)
    inner = (match[2] or "").strip()
    arguments = tuple(part.strip() for part in inner.split(",")) if inner else ()
    if not all(arguments):
        raise SyntaxProblem(f"{text!r} has an empty argument; write SKILL(object, ...)", place)
    return SkillCall(match[1].upper(), arguments)
