"""What `only` leaves over: `wipe the screen only with the rag` forbids to wipe it with others."""

from __future__ import annotations

from dataclasses import replace

from kb.requirements.meaning import Event, Step, Things, negated
from kb.requirements.resolving import CannotRead
from kb.requirements.syntax import Action, Main

_PLACING = ("PLACE_ON_TOP", "PLACE_INSIDE")


def exclusive_steps(action: Action, event: Event, main: Main) -> tuple[Step, ...]:
    """The steps that `only` forbids; none if the clause has no `only`.

    The focus is the noun that `only` stands before; where it stands before the verb, it is the last
    place, or what is used.
    """
    role = _focus(action, main)
    if role is None:
        return ()
    found = tuple(
        other
        for step in event.steps
        for other in _others(step, role, is_use=action.verb in ("use", "operate"))
    )
    if not found:
        raise CannotRead("only what?")
    return tuple(dict.fromkeys(found))


def _focus(action: Action, main: Main) -> str | None:
    if action.target is not None and action.target.only:
        return "target"
    if any(place.nouns.only for place in action.places):
        return "place"
    if not main.only:
        return None
    if action.verb in ("use", "operate"):
        return "target"
    if not action.places:
        raise CannotRead("only what?")
    return "place"


def _others(step: Step, role: str, *, is_use: bool) -> list[Step]:
    """`step` with everything else in place of what is in focus."""
    at = 0 if role == "target" else 1
    if is_use:
        at = 1 if step.skill in ("CUT", "WIPE") else 0
        at = 1 - at if role == "place" else at
    if at >= len(step.things):
        return []
    focus = step.things[at]
    if focus is None:
        return []
    skills = _PLACING if step.skill in _PLACING and role == "place" else (step.skill,)
    before, after = step.things[:at], step.things[at + 1 :]
    return [
        replace(step, skill=skill, things=(*before, other, *after))
        for skill in skills
        for other in _all_but(focus)
    ]


def _all_but(things: Things) -> list[Things]:
    """Everything else, and the things themselves in another state than the one that is named."""
    found = []
    if things.definite or things.state is None:
        found.append(replace(things, others=not things.others, state=None, some=True))
    if things.state is not None:
        found.append(replace(things, state=negated(things.state)))
    return found
