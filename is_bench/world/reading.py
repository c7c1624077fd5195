"""How a plan step's text is understood by the world, as loosely as the released benchmark does."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.errors import IsBenchError, shorten
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of
from is_bench.skills import SKILLS, Skill
from is_bench.world.quirks import Quirks


class SkillFailed(IsBenchError):
    """A skill could not be executed; the text says why and, where it can, what to do first."""


@dataclass(frozen=True)
class Step:
    """A step that was understood: a skill and the objects it names (None: no such object)."""

    skill: Skill
    names: tuple[str, ...]
    objects: tuple[SceneObject | None, ...]


def is_done(text: str) -> bool:
    """Whether this step ends the plan."""
    return text.strip().lower().startswith("done")


def is_navigation(text: str) -> bool:
    """Whether this step only moves the robot about, which changes no fact."""
    return text.strip().upper().startswith("NAVIGATE")


def read_step(text: str, objects: ObjectTable, quirks: Quirks) -> Step:
    """The step that `text` asks for; raises SkillFailed if it cannot be understood.

    `OPERATOR(object, ...)`, in any case; `object@description` names `object`.
    """
    head, inner = split_call(text.strip())
    if not head:
        raise SkillFailed(f"{text!r} is not a skill call; write SKILL(object, ...)")
    name = head.upper()
    skill = SKILLS.get(name)
    if skill is None or not skill.arity:
        raise SkillFailed(f"there is no skill {head!r}; known: {shorten(SKILLS, len(SKILLS))}")
    names = tuple(part.strip() for part in inner.lower().split(","))
    if len(names) != skill.arity:
        raise SkillFailed(f"{name} takes {skill.arity} objects, not {len(names)}: ({inner})")
    if any(part.count("@") > 1 for part in names):
        raise SkillFailed(f"an object is written name or name@description, not {inner!r}")
    names = tuple(part.split("@")[0].strip() for part in names)
    found = tuple(find_object(part, objects, quirks) for part in names)
    if any(thing is not None and thing.matter is Matter.AGENT for thing in found):
        raise SkillFailed(f"{name} cannot be done to the robot itself")
    return Step(skill, names, found)


def split_call(text: str) -> tuple[str, str]:
    r"""What stands before the last `(...)` of `text` and within it; ("", "") if there is no call.

    The same as the released pattern `([\w\W_]+)\((.*)\)`, which takes cubic time over nonsense.
    """
    end = len(text)
    while end > 0:
        start = text.rfind("\n", 0, end) + 1
        close = text.rfind(")", start, end)
        opening = text.rfind("(", start, close) if close > 0 else -1
        if opening > 0:
            return text[:opening], text[opening + 1 : close]
        end = start - 1
    return "", ""


def find_object(name: str, objects: ObjectTable, quirks: Quirks) -> SceneObject | None:
    """The object that `name` stands for, or None."""
    exact = objects.get(name)
    if exact is not None or not quirks.names_match_loosely:
        return exact
    for thing in sorted(objects, key=lambda thing: len(thing.name), reverse=True):
        if "agent" not in thing.name and name in class_of(thing.name).strip():
            return thing
    return None
