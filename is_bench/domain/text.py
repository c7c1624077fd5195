"""Parses planner text into skill calls.

A domain parses strictly, or as loosely as the released benchmark: any case, partial names,
`object@description`, NAVIGATE as a step without effect.  Only planners and evaluators parse text;
guards and robots receive calls.
"""

from __future__ import annotations

from collections.abc import Iterable

from is_bench.calls import DONE, SkillCall
from is_bench.domain.model import Domain
from is_bench.domain.transitions import World
from is_bench.errors import InputError, shorten
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of
from is_bench.world.outcome import OK, Outcome, SkillFailed
from is_bench.world.quirks import RELEASED, Quirks


def is_done(text: str) -> bool:
    """Whether this step ends the plan."""
    return text.strip().lower().startswith("done")


def is_navigation(text: str) -> bool:
    """Whether this step only moves the benchmark's robot, which changes no fact."""
    return text.strip().upper().startswith("NAVIGATE")


def read_step(
    text: str, domain: Domain, objects: ObjectTable, quirks: Quirks = RELEASED
) -> SkillCall | None:
    """The call in `text`; None for a step that has nothing to execute.

    Raises SkillFailed if the text cannot be parsed: such a step is the planner's error, and is
    recorded as failed without being dispatched.
    """
    if not domain.loose_text:
        try:
            return domain.parse(text, objects)
        except InputError as error:
            raise SkillFailed(error.message) from None
    if is_done(text):
        return DONE
    if is_navigation(text):
        return None
    return _read_loosely(text, domain, objects, quirks)


def _read_loosely(
    text: str, domain: Domain, objects: ObjectTable, quirks: Quirks
) -> SkillCall | None:
    head, inner = split_call(text.strip())
    if not head:
        raise SkillFailed(f"{text!r} is not a skill call; write SKILL(object, ...)")
    name = head.upper()
    skill = domain.skills.get(name)
    if skill is None or not skill.arity:
        known = [other.name for other in domain.skills.values() if other.arity]
        raise SkillFailed(f"there is no skill {head!r}; known: {shorten(known, len(known))}")
    names = tuple(part.strip() for part in inner.lower().split(","))
    if len(names) != skill.arity:
        raise SkillFailed(f"{name} takes {skill.arity} objects, not {len(names)}: ({inner})")
    if any(part.count("@") > 1 for part in names):
        raise SkillFailed(f"an object is written name or name@description, not {inner!r}")
    names = tuple(part.split("@")[0].strip() for part in names)
    found = [find_object(part, objects, quirks) for part in names]
    if any(thing is not None and thing.matter is Matter.AGENT for thing in found):
        raise SkillFailed(f"{name} cannot be done to the robot itself")
    missing = next((part for part, thing in zip(names, found, strict=True) if thing is None), None)
    if missing is not None:
        if name == "WAIT" and quirks.waiting_for_nothing:
            return None
        raise SkillFailed(f"there is no object {missing!r}")
    return SkillCall(name, tuple(thing.name for thing in found if thing is not None))


def read_plan(
    texts: Iterable[str], domain: Domain, objects: ObjectTable, quirks: Quirks = RELEASED
) -> list[tuple[int, SkillCall]]:
    """The calls in a plan, each with the index of its step; other steps have no call."""
    found = []
    for index, text in enumerate(texts):
        try:
            call = read_step(text, domain, objects, quirks)
        except SkillFailed:
            continue
        if call is not None:
            found.append((index, call))
    return found


def perform(world: World, text: str, domain: Domain, quirks: Quirks = RELEASED) -> Outcome:
    """Parse `text` and execute the call in `world`."""
    try:
        call = read_step(text, domain, world.objects, quirks)
    except SkillFailed as error:
        return Outcome(ok=False, error=str(error))
    return OK if call is None else world.execute(call)


def split_call(text: str) -> tuple[str, str]:
    r"""The text before the last `(...)` and its content; ("", "") if there is no call.

    Equivalent to the released pattern `([\w\W_]+)\((.*)\)`, which needs cubic time on bad input.
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
    """The object named by `name`, or None."""
    exact = objects.get(name)
    if exact is not None or not quirks.names_match_loosely:
        return exact
    for thing in sorted(objects, key=lambda thing: len(thing.name), reverse=True):
        if "agent" not in thing.name and name in class_of(thing.name).strip():
            return thing
    return None
