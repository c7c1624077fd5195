"""Clauses by templates: which requests begin at a word, and where they end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from is_bench.domain.model import ParameterRole
from is_bench.reading.mentions import Names
from is_bench.reading.phrases import Phrases
from is_bench.reading.wordings import Slot, Template, Wordings
from is_bench.reading.words import Words

Bound = Mapping[str, Names]
_NOTHING: Bound = {}


@dataclass(frozen=True)
class Match:
    """A clause that a template reads."""

    template: Template
    bound: Bound
    """The things in each slot."""
    end: int
    """Behind its last word."""
    ends: tuple[int, ...] = ()
    """Behind the last word of each slot."""

    def named_in(self, roles: Collection[ParameterRole]) -> Names:
        """The things in the slots of some roles."""
        slots = (slot.name for slot in self.template.slots if slot.role in roles)
        return tuple(name for slot in slots for name in self.bound[slot])

    @property
    def named(self) -> Names:
        """The things in all slots."""
        return tuple(name for names in self.bound.values() for name in names)


class Matcher:
    """Finds requests and statements in sentences."""

    def __init__(self, wordings: Wordings, phrases: Phrases) -> None:
        """`phrases` reads what stands in the slots."""
        self._wordings = wordings
        self.phrases = phrases

    def is_verb(self, word: str) -> bool:
        """Whether a request may begin with `word`."""
        return word in self._wordings.requests

    def requests(self, words: Words, at: int) -> list[Match]:
        """The requests that begin at `at`, the longest and most complete first."""
        if at >= len(words):
            return []
        found = (
            Match(template, bound, end, ends)
            for template in self._wordings.requests.get(words[at], ())
            for bound, end, ends in self._rest(template.elements, words, at, _NOTHING)
        )
        found = (match for match in found if len(match.named) == len(set(match.named)))
        return sorted(found, key=lambda match: _preference(match, words))

    def _rest(
        self, elements: tuple[str | Slot, ...], words: Words, at: int, bound: Bound
    ) -> Iterator[tuple[Bound, int, tuple[int, ...]]]:
        if not elements:
            yield bound, at, ()
            return
        first, rest = elements[0], elements[1:]
        if isinstance(first, str):
            if at < len(words) and words[at] == first:
                yield from self._rest(rest, words, at + 1, bound)
            return
        for end, names in self.phrases.at(words, at, first):
            for others, last, ends in self._rest(rest, words, end, {**bound, first.name: names}):
                yield others, last, (end, *ends)


def _preference(match: Match, words: Words) -> tuple[int, int, bool, bool]:
    """The longest come first, those that say most of each thing, and those that give a call.

    "Put the leg in the pot on the stove" speaks of the pot on the stove, not of the leg in the pot.
    """
    slots = match.template.slots
    is_in = len(slots) > 1 and slots[0].role is ParameterRole.MOVED and words[match.ends[0]] == "in"
    return -match.end, -len(slots), not is_in, not match.template.is_complete
