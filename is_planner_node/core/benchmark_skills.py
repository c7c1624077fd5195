"""The skills of the benchmark's robot as planners are told of them.

Its dynamics are the benchmark's own, and stricter or laxer than the requirements that the domain
states; so each skill whose name leaves something open has a note here.
"""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.domain import Domain, Skill

NOTES = {
    "WIPE": "takes off what covers it",
    "SOAK_UNDER": "a tap that is on",
    "SOAK_INSIDE": "a vessel of fluid",
    "FILL_WITH": "from a tap that is on",
    "POUR_INTO": "what source contains",
    "SPREAD": "what source contains, over the second",
    "WAIT": "to room temperature",
    "WAIT_FOR_COOKED": "food or vessel, on or in a heater that is on",
    "WAIT_FOR_WASHED": "loaded, closed, on",
    "WAIT_FOR_FROZEN": "inside a refrigerator",
}
"""What a skill does or needs, as `is_bench.world.primitives` has it."""


def skill_lines(domain: Domain) -> Iterator[str]:
    """A line for each skill with a note; those without share lines."""
    plain: list[str] = []
    for skill in domain.skills.values():
        note = NOTES.get(skill.name)
        if note is None:
            plain.append(_signature(skill))
            continue
        if plain:
            yield ", ".join(plain)
            plain = []
        yield f"{_signature(skill)}: {note}"
    if plain:
        yield ", ".join(plain)


def _signature(skill: Skill) -> str:
    names = ", ".join(parameter.name for parameter in skill.parameters)
    return f"{skill.name}({names})" if names else skill.name
