"""What clauses say, and what of it pronouns may mean later."""

from __future__ import annotations

from dataclasses import dataclass, replace

from is_bench.domain.model import ParameterRole
from is_bench.reading.matching import Match
from is_bench.reading.mentions import Memory, Mention, Names
from is_bench.reading.named import plain
from is_bench.reading.nouns import is_plural
from is_bench.reading.requirement import Either, Event, Lit, State, Step, Things, negated
from is_bench.reading.words import Words

_ON = frozenset({"ontop", "overlaid", "inside"})


@dataclass(frozen=True)
class Said:
    """What is said."""

    event: Event | None = None
    state: State | None = None
    own: State | None = None
    """The state that its subject is meant in."""
    each: tuple[State, ...] = ()
    """What it says of each of its things."""
    exclusive: tuple[Step, ...] = ()
    """What `only` before one of its nouns forbids."""
    memory: Memory = ()
    """What it names."""
    is_vague: bool = False
    """Whether its subject may be any of several things: "the bottle", of medicine and of ink."""


def places(said: Said) -> list[Names]:
    """Where something is put."""
    return [one.names for one in said.memory if one.role is ParameterRole.CONTAINER]


def way(step: Step) -> tuple[str, tuple[bool, ...]]:
    """The skill of `step`, and in which place of it things are given."""
    return step.skill, tuple(things is None for things in step.things)


def laden(event: Event) -> Names:
    """What something is put on, or in."""
    state = event.result
    if isinstance(state, Either) and state.parts:
        state = state.parts[0]
    is_placed = isinstance(state, Lit) and state.positive and state.predicate in _ON
    return state.things[1].names if isinstance(state, Lit) and is_placed else ()


def mentioned(match: Match, words: Words) -> Memory:
    """What a match names, for pronouns; what it is about comes last."""
    found = []
    for slot, start, end in zip(match.template.slots, (1, *match.ends), match.ends, strict=False):
        names = plain(match.bound[slot.name])
        several = is_plural(words[end - 1]) or "and" in words[start:end]
        is_goal = slot.role in (ParameterRole.VESSEL, ParameterRole.COVERED) and len(match.ends) > 1
        if names:
            found.append(Mention(names, ParameterRole.PLACE if is_goal else slot.role, several))
    return tuple(found)


def all_but(things: Things) -> list[Things]:
    """Everything else, and the things themselves in another state than the one that is named."""
    found = []
    if things.definite or things.state is None:
        found.append(replace(things, others=not things.others, state=None, some=True))
    if things.state is not None:
        found.append(replace(things, state=negated(things.state)))
    return found
