"""Noun phrases: which words stand for which things."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.domain.model import Role
from is_bench.reading.mentions import Mentions, Names
from is_bench.reading.nouns import Nouns, is_plural
from is_bench.reading.templates import SINGLE, Slot
from is_bench.reading.words import Words, closed_words, leading

LONGEST_NAME = 5
"""Words of a name."""
_DESCRIBING = frozenset({"in", "on", "from", "beside", "under", "at", "out_of", "off", "behind"})
"""Prepositions that tell where a thing is that is meant."""


class Phrases:
    """Reads noun phrases over the things of a scene."""

    def __init__(self, nouns: Nouns) -> None:
        """`nouns` finds things by their names."""
        self._nouns = nouns
        self._closed = closed_words()
        self.mentions = Mentions()
        self._known: dict[tuple[Words, int, Slot], list[tuple[int, Names]]] = {}

    def heard(self) -> None:
        """Forget what pronouns meant: something was mentioned."""
        self._known.clear()

    def at(self, words: Words, at: int, slot: Slot) -> list[tuple[int, Names]]:
        """The phrases that begin at `at` and can stand in `slot`: their ends and what they mean.

        The longest come first.
        """
        key = (words, at, slot)
        found = self._known.get(key)
        if found is None:
            ends: dict[int, Names] = {}
            for end, names in self._listed(words, at, slot):
                ends.setdefault(end, names)
            found = self._known[key] = sorted(ends.items(), reverse=True)
        return found

    def description(self, words: Words, at: int) -> list[int]:
        """Where phrases end that tell where a thing is: "on the table", "in the kitchen"."""
        if at >= len(words) or words[at] not in _DESCRIBING | {"to", "of"}:
            return []
        ends = []
        if words[at] in _DESCRIBING:
            ends = [end for end, _ in self._single(words, at + 1, _ANY)]
        room = self.room(words, at)
        return sorted({*ends, *([room] if room > at else [])}, reverse=True)

    def room(self, words: Words, at: int) -> int:
        """The end of "in the kitchen", "to the garage"; `at` if it is not that."""
        if words[at] not in _DESCRIBING | {"to", "of"}:
            return at
        inner = at + 1
        while inner < len(words) and words[inner] in self._closed.determiners:
            inner += 1
        end = leading(self._closed.rooms, words, inner)
        return end if end > inner else at

    def named_in(self, words: Words) -> set[str]:
        """Every thing that may be named anywhere in `words`."""
        starts = range(len(words))
        return {
            name for at in starts for _, names in self._named(words, at, _ANY) for name in names
        }

    def subject(self, words: Words, at: int) -> Names:
        """What the phrase at `at` names; nothing if it names no thing of the scene."""
        return next((names for _, names in self._single(words, at, _ANY)), ())

    def _listed(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        """A phrase, or a list of them: "the plate, the cup and the fork"."""
        for end, names in self._single(words, at, slot):
            if slot.role in SINGLE:
                if len(names) == 1:
                    yield end, names
                continue
            yield end, names
            behind = _behind_comma(words, end)
            if behind > end and not self._is_described(words, at, end):
                for last, others in self.at(words, behind, slot):
                    if words[end] == "and" or "and" in words[end:last]:
                        yield last, tuple(dict.fromkeys((*names, *others)))

    def _is_described(self, words: Words, at: int, end: int) -> bool:
        """Whether a phrase tells where its thing is: "A on B and C on D" is no list of A and C."""
        return not _DESCRIBING.isdisjoint(words[at:end])

    def _single(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        if at >= len(words):
            return
        yield from self._pronoun(words, at, slot)
        for end, names in self._named(words, at, slot):
            yield end, names
            for last in self.description(words, end):
                yield last, names

    def _pronoun(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        word = words[at]
        if word in ("them", "both") or (word == "all" and words[at + 1 : at + 2] == ("of",)):
            end = at + 3 if words[at + 1 : at + 3] == ("of", "them") else at + 1
            meant = self._meant(slot, several=True)
        elif word in ("it", "there", "that", "this"):
            end, meant = at + 1, self._meant(slot, several=False)
        elif words[at : at + 2] in (("in", "there"), ("on", "there")):
            end, meant = at + 2, self._meant(slot, several=False)
        else:
            return
        if meant:
            yield end, meant

    def _meant(self, slot: Slot, *, several: bool) -> Names:
        for names in self.mentions.candidates(slot.role, several=several):
            if all(map(slot.fits_well, self._nouns.things(names))):
                return names
        return ()

    def _named(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        start, before = self._determined(words, at)
        if before & self._closed.blocked:
            return
        inner = self._part_of(words, start)
        if inner > start:
            yield from self._pronoun(words, inner, slot)
            yield from self._named(words, inner, slot)
        is_some = "some" in before or (start == at and words[at - 1 : at] == ("with",))
        for end in range(self._limit(words, start), start, -1):
            core = words[start:end]
            if self._closed.blocked & set(core):
                continue
            names = (
                self._nouns.find(core, slot.fits_well, is_some=is_some)
                or self._nouns.find(core, slot.fits, is_some=is_some)
                or self._part(core, slot)
            )
            if names and self._is_number(names, core[-1], before):
                yield end, names

    def _determined(self, words: Words, at: int) -> tuple[int, frozenset[str]]:
        """Where the noun begins, and the words before it."""
        end = at
        while end < len(words) and (
            words[end] in self._closed.determiners
            or words[end] in self._closed.blocked
            or (words[end] == "of" and end > at and words[end - 1] in self._closed.all_of)
        ):
            end += 1
        return end, frozenset(words[at:end])

    def _part_of(self, words: Words, at: int) -> int:
        """Where the noun begins of which a part was named: "the middle of the table"."""
        if words[at + 1 : at + 2] == ("of",) and words[at] in self._closed.parts_of:
            return at + 2
        return at

    def _limit(self, words: Words, start: int) -> int:
        """Where a name that begins at `start` ends at the latest; "of" may be in it."""
        end = start
        while end < min(len(words), start + LONGEST_NAME):
            if words[end] in self._closed.stops and not (words[end] == "of" and end > start):
                break
            end += 1
        return end

    def _part(self, core: Words, slot: Slot) -> Names:
        """What was named before, of which a part is named now: "close the doors"."""
        if len(core) != 1 or core[0] not in self._closed.parts or slot.role is not Role.OPENED:
            return ()
        for names in reversed(self.mentions.order):
            if all(map(_HINGED.fits, self._nouns.things(names))):
                return names
        return ()

    def _is_number(self, names: Names, head: str, before: frozenset[str]) -> bool:
        """Whether so many things can be meant."""
        numbers = [self._closed.numbers[word] for word in before if word in self._closed.numbers]
        if numbers:
            return len(names) == numbers[0]
        if len(names) == 1:
            return True
        return is_plural(head) or bool(before & (self._closed.all_of - {"these", "those"}))


_ANY = Slot("", Role.HANDLED, "handled")
_HINGED = Slot("", Role.OPENED, "hinged")


def _behind_comma(words: Words, at: int) -> int:
    """Where the next member of a list begins; `at` if none does."""
    end = at
    if words[end : end + 1] == (",",):
        end += 1
    if words[end : end + 1] == ("and",):
        end += 1
    return end
