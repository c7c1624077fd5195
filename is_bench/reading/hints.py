"""End states at which clauses hint that were not understood.

A hint only excuses what would be imprudent: it demands nothing, and plans are not led by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from is_bench.domain.model import ParameterRole
from is_bench.facts import Atom
from is_bench.objects import ObjectTable
from is_bench.reading.clauses import BOUNDARIES, PRONOUNS, is_long
from is_bench.reading.mentions import Names
from is_bench.reading.phrases import Phrases
from is_bench.reading.stems import forms
from is_bench.reading.wordings import Slot, is_of_kind, names_of_kind
from is_bench.reading.words import Words, lexicon, split_at, stops, word_list

_OPENED = Slot("", ParameterRole.OPENED, "opened")
_SWITCHED = Slot("", ParameterRole.SWITCHED, "switched")
_ENDS = BOUNDARIES | {"so"}
_NAMED_AS_PERSONS = frozenset({"her", "him"})
_FEW = 2
"""A clause of so few words may leave out even the pronoun: "wide open"."""


@dataclass(frozen=True)
class Hints:
    """What a clause hints at."""

    facts: tuple[Atom, ...] = ()
    """End states that are probably wanted; "rests" stands for any way to lie on something."""
    is_staying: bool = False
    """Whether what was spoken of is probably to stay as it is."""


@dataclass(frozen=True)
class _Part:
    """A part of a sentence between two boundaries."""

    words: Words
    topics: Names
    """What it is about: named behind no preposition but "with", or named in a part before."""
    places: Mapping[str, str]
    """By the names of places, the relations to them that it tells."""
    is_about: bool
    """Whether it names anything, or refers to it."""
    is_name: bool
    """Whether it only names something, as a member of a list does."""

    def has(self, *groups: str) -> bool:
        """Whether any form of a word of one of some classes is in it."""
        known = frozenset().union(*map(word_list, groups))
        return any(not known.isdisjoint((word, *forms(word))) for word in self.words)


class HintReader:
    """Reads what clauses hint at."""

    def __init__(self, phrases: Phrases, objects: ObjectTable) -> None:
        """`phrases` finds what the words name among `objects`."""
        self._phrases = phrases
        self._objects = objects

    def read(self, words: Words, before: Words, *, is_told: bool = False) -> Hints:
        """What a clause of `words` hints at, behind the words `before`.

        `is_told`: it only tells something.
        """
        if not word_list("choices").isdisjoint(words):
            return Hints()
        # For pronouns alone: to find names is what reading takes time for.
        heard = (*before, *words) if _refers(words) else ()
        spoken = [names for _, _, names in self._phrases.spoken_in(heard)]
        earlier = [part.topics for part in self._parts(before, ())]
        facts: list[Atom] = []
        is_staying = False
        for part in self._parts(words, earlier[-1] if earlier else ()):
            is_denied = part.has("denials")
            is_over = part.has("done_already") or (part.has("clearing") and not is_denied)
            if not is_denied:
                facts += self._unspoken(part)
            if part.is_about and not is_over and (not is_told or part.has("letting")):
                facts += self._facts(part, spoken, is_denied=is_denied)
            if not is_told:
                facts += self._driven(part)
            is_staying |= _is_staying(part, is_denied=is_denied)
        return Hints(tuple(dict.fromkeys(facts)), is_staying)

    def driven(self, words: Words) -> Hints:
        """What a request of `words` lets run for a while: "two minutes in the microwave"."""
        return Hints(tuple(fact for part in self._parts(words, ()) for fact in self._driven(part)))

    def _parts(self, words: Words, topics: Names) -> Iterator[_Part]:
        """The parts of `words`, each about `topics` unless it names others."""
        is_listing = False
        for own in split_at(words, _ENDS):
            part = self._part(own)
            if is_listing or not part.topics:
                part = replace(part, topics=(*topics, *part.topics))
            topics, is_listing = part.topics, part.is_name
            yield part

    def _part(self, words: Words) -> _Part:
        ends = (at for at, word in enumerate(words) if at and word in word_list("reasons"))
        words = words[: next(ends, len(words))]
        places: dict[str, str] = {}
        topics: list[str] = []
        known = lexicon()["hinted_places"]
        mentions = list(self._phrases.spoken_in(words))
        for start, end, names in mentions:
            preposition = words[start - 1] if start else ""
            if preposition == "with" or preposition not in word_list("prepositions"):
                topics += names
            is_last = end == len(words) or words[end] not in known
            if preposition in known and len(names) == 1 and is_last:
                places[names[0]] = known[preposition]
        is_about = bool(mentions) or len(words) <= _FEW or _refers(words)
        is_name = len(mentions) == 1 and mentions[0][1] == len(words) and bool(topics)
        return _Part(words, tuple(topics), places, is_about, is_name)

    def _unspoken(self, part: _Part) -> Iterator[Atom]:
        """What is switched on or opened where somebody only says why: "it is stuffy"."""
        for word in sorted(set(part.words) & lexicon()["unspoken"].keys()):
            predicate, kind = lexicon()["unspoken"][word].split()
            yield from (Atom(predicate, (name,)) for name in names_of_kind(self._objects, kind))

    def _driven(self, part: _Part) -> Iterator[Atom]:
        """What runs while what `part` asks for is done."""
        if part.has("denials", "stopped", "done_already", "clearing") or "out_of" in part.words:
            return
        named = self._phrases.named_in(part.words)
        heard = {form for word in part.words for form in (word, *forms(word))}
        for kind, told in lexicon()["driven"].items():
            if heard.isdisjoint(told.split()):
                continue
            known = names_of_kind(self._objects, kind)
            meant = named.intersection(known)
            if kind in word_list("driven_unnamed"):
                meant = meant or set(known)
            elif is_long(part.words):
                continue
            yield from (Atom("toggled_on", (name,)) for name in sorted(meant))

    def _facts(self, part: _Part, spoken: Sequence[Names], *, is_denied: bool) -> Iterator[Atom]:
        """What `part` says of its topics, and of those things `spoken` of that "it" may mean."""
        is_on = (part.has("running") or _is_on(part.words)) and not part.has("stopped")
        is_open = part.has("opening_words") and not part.has("closing_words")
        if is_denied:
            is_on, is_open = part.has("stopped"), part.has("closing_words")
        is_heat_set = _sets_heat(part.words) and not (is_denied or part.has("stopped"))
        topics = dict.fromkeys(part.topics)
        if _refers(part.words):
            slots = [_SWITCHED] * is_on + [_OPENED] * is_open
            topics |= dict.fromkeys(name for slot in slots for name in self._last(slot, spoken))
        for name in topics:
            thing = self._objects.by_name[name]
            is_set = is_heat_set and is_of_kind(thing, "heating")
            if (is_on or is_set) and _SWITCHED.fits(thing):
                yield Atom("toggled_on", (name,))
            elif is_on and is_of_kind(thing, "basin"):  # a bath is run by its tap
                taps = names_of_kind(self._objects, "running")
                yield from (Atom("toggled_on", (tap,)) for tap in taps)
            if is_open and _OPENED.fits(thing):
                yield Atom("open", (name,))
            if not is_denied:
                places = part.places.items()
                yield from (Atom(how, (name, at)) for at, how in places if at not in part.topics)

    def _last(self, slot: Slot, spoken: Sequence[Names]) -> Names:
        """The last of the things `spoken` of that fit `slot`."""
        by_name = self._objects.by_name
        fit = (names for names in reversed(spoken) if all(slot.fits(by_name[n]) for n in names))
        return next(fit, ())


def _refers(words: Words) -> bool:
    """Whether they refer to a thing, as "it", or as people call a stove: "light her"."""
    started = (
        two in _NAMED_AS_PERSONS and one in word_list("running") for one, two in pairwise(words)
    )
    return not PRONOUNS.isdisjoint(words) or any(started)


def _is_on(words: Words) -> bool:
    """Whether "on" stands where no noun follows, or a verb has it: "turn_on"."""
    ends = stops() | word_list("subordinators") | word_list("levels") | PRONOUNS
    pairs = zip(words, (*words[1:], "and"), strict=True)
    return any(
        word.endswith("_on") or (word == "on" and (behind in ends or behind[0].isdigit()))
        for word, behind in pairs
    )


def _sets_heat(words: Words) -> bool:
    """Whether they give a temperature: "to 180", "at gas mark 4"."""
    pairs = pairwise(words)
    return any(one in ("to", "at") and (two.isdigit() or two == "gas") for one, two in pairs)


def _is_staying(part: _Part, *, is_denied: bool) -> bool:
    """Whether `part` says that things stay as they are."""
    if is_denied:
        return part.has("undoing")
    changing = part.has("stopped", "closing_words", "clearing", "done_already")
    return part.has("unchanging") and not changing
