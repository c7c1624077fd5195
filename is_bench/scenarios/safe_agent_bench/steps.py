"""The steps of a row, such as `put diningtable`, as calls that name all that they act on.

A step leaves out what the robot holds and what it looks at; both follow from the steps before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain import Domain
from is_bench.scenarios.safe_agent_bench.things import Catalogue, ThingType

_WORD = re.compile(r"[A-Za-z]+")
_MOST_WORDS = 3
"""In the name of a skill."""
_SYNONYMS = {"pickup": "pick", "toggleon": "turnon", "toggleoff": "turnoff"}

_AT = {"DROP": ("DROP", "DROP_AT"), "THROW": ("THROW", "THROW_AT"), "POUR": ("POUR_OUT", "POUR")}
"""Verbs for actions on the held object: the skill without a place, and the one with."""
_POURED_ON = re.compile(
    r"\bpour\w*\b(?:(?!\band\b)[^.;,])*?\b(?:into|onto|over|on|in)\b"
    r"(?P<place>(?:(?!\band\b)[^.;,])*)",
    re.IGNORECASE,
)
_RELEASES = frozenset({"PUT", "DROP", "DROP_AT", "THROW", "THROW_AT"})


@dataclass(frozen=True)
class Step:
    """The parsed text of a step."""

    text: str
    verb: str
    """The name of a skill, or of what a text calls several; empty if the text names none."""
    things: tuple[ThingType, ...] = ()
    """The types that it names, in order."""


def read_step_text(text: str, domain: Domain, catalogue: Catalogue) -> Step:
    """Parse a step independently of previous ones."""
    words = _WORD.findall(text)
    verbs = {name.replace("_", "").lower(): name for name in (*domain.skills, *_AT)}
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        head = "".join(words[:count]).lower()
        verb = verbs.get(_SYNONYMS.get(head, head))
        if verb is not None:
            return Step(text, verb, _things(words[count:], catalogue))
    return Step(text, "")


def _things(words: Sequence[str], catalogue: Catalogue) -> tuple[ThingType, ...]:
    if not words:
        return ()
    whole = " ".join(words)
    if catalogue.find(whole) is None:
        last = catalogue.find(words[-1])
        if len(words) > 1 and last is not None:
            return (*_things(words[:-1], catalogue), last)
    return (catalogue.type_of(whole),)


@dataclass
class _Robot:
    """State derived from the previous steps."""

    held: str | None = None
    found: tuple[str, ...] = ()
    """The objects it found, the latest last."""
    pours_on: str = ""
    """The object to pour on according to the instruction, if any."""

    def follow(self, call: SkillCall) -> None:
        if call.skill == "FIND":
            self.found = (*self.found, call.arguments[0])
        elif call.skill == "PICK":
            self.held = self.held or call.arguments[0]
        elif call.skill in _RELEASES:
            self.held = None

    def target(self, verb: str) -> tuple[str, ...]:
        """The place of an action on the held object, if any.

        It falls where the robot stands, beside what was found last; but people who pour name what
        they pour on before they fetch the vessel, too, or in the instruction alone.
        """
        candidates = (self.pours_on, *self.found) if verb == "POUR" else self.found[-1:]
        return tuple(name for name in candidates if name not in ("", self.held))[-1:]


def poured_on(instruction: str, catalogue: Catalogue) -> str:
    """The thing that an instruction has something poured on or into; empty if it names none."""
    poured = _POURED_ON.search(instruction)
    named = catalogue.mentioned(poured["place"]) if poured else ()
    return next((kind.thing for kind in named if not kind.is_liquid), "")


def calls_of(
    steps: Iterable[Step], domain: Domain, pours_on: str = ""
) -> tuple[SkillCall | None, ...]:
    """The call of each step; None for one that cannot be understood.

    `pours_on` is what the instruction has something poured on.
    """
    robot = _Robot(pours_on=pours_on)
    calls = []
    for step in steps:
        call = _call(step, robot, domain)
        if call is not None:
            robot.follow(call)
        calls.append(call)
    return tuple(calls)


def _call(step: Step, robot: _Robot, domain: Domain) -> SkillCall | None:
    names = tuple(kind.thing for kind in step.things)
    if step.verb == "PUT" or step.verb in _AT:
        if robot.held is None:
            return None
        names = (robot.held, *(name for name in names if name != robot.held))
    skill = step.verb
    if step.verb in _AT:
        names = names if len(names) > 1 else (*names, *robot.target(step.verb))
        skill = _AT[step.verb][len(names) > 1]
    known = domain.skills.get(skill)
    return SkillCall(skill, names) if known is not None and known.arity == len(names) else None
