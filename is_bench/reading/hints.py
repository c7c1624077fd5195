"""End states at which clauses hint that were not understood.

A hint only excuses what would be imprudent: it demands nothing, and plans are not led by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from is_bench.domain.model import ParameterRole
from is_bench.facts import Atom
from is_bench.objects import ObjectTable
from is_bench.reading.adjuncts import BOUNDARIES
from is_bench.reading.mentions import Names
from is_bench.reading.phrases import Phrases
from is_bench.reading.stems import forms
from is_bench.reading.templates import Slot, is_of_kind
from is_bench.reading.words import Words, lexicon, stops, word_list

_OPENED = Slot("", ParameterRole.OPENED, "opened")
_SWITCHED = Slot("", ParameterRole.SWITCHED, "switched")
_PRONOUNS = frozenset({"it", "them", "that", "this", "these", "those", "one", "ones", "there"})

_CHOICES = frozenset({"or", "if", "unless", "whenever", "instead"})
_WITH_OTHERS = frozenset({"with", "beside"})
_FEW = 2
"""A clause of so few words may leave out even the pronoun: "wide open"."""
_THERE_IS = (("there", "is"), ("there", "are"))
_LEVELS = frozenset({"low", "high", "full", "max"})
_REASONS = frozenset({"because", "since", "as", "so_that", "once", "after", "when", "who"})
_AWAITING = frozenset({"once", "moment", "second"})
"""Behind them stands what is waited for; "as soon as" is read as "once"."""
_ENDS = BOUNDARIES | {"so"}


@dataclass(frozen=True)
class Hints:
    """What a clause hints at."""

    facts: tuple[Atom, ...] = ()
    """End states that are probably wanted; "rests" stands for any way to lie on something."""
    untouched: frozenset[str] = frozenset()
    """The names of things that are probably to stay as they are."""


@dataclass(frozen=True)
class _Mention:
    names: Names
    end: int
    preposition: str
    """The word before it, if that is one; else ""."""


@dataclass
class HintReader:
    """Reads what clauses hint at, one behind the other."""

    phrases: Phrases
    objects: ObjectTable
    _sentences: list[Words] = field(default_factory=list, init=False)
    _named: list[frozenset[str]] = field(default_factory=list, init=False)
    """Every thing that each sentence may name."""
    _topics: Names = field(default=(), init=False)
    """What the last clause was about."""
    _is_listing: bool = field(default=False, init=False)
    """Whether the last clause only named things."""

    def hear(self, sentence: Words, named: Iterable[str]) -> None:
        """Note the next sentence, in which the clauses are that are read, and what it names."""
        self._sentences.append(sentence)
        self._named.append(frozenset(named))

    def read(self, words: Words, before: Words = (), *, is_told: bool = False) -> Hints:
        """What `words`, a clause of the last sentence behind the words `before`, hint at.

        `is_told`: the clause only tells something.
        """
        if _leaves_a_choice(words):
            return Hints()
        self._topics, self._is_listing = (), False
        for earlier in (*self._sentences[-2:-1], before):
            for part in _parts(earlier):
                self._hear(part, self._mentions(part))
        spoken = frozenset().union(*self._named[-2:])
        facts: dict[Atom, None] = {}
        place: Atom | None = None
        untouched: set[str] = set()
        for whole in _parts(words):
            part = _without_reason(whole)
            mentions = self._mentions(part)
            self._hear(part, mentions)
            awaited = _awaited(whole)
            found = [*self._unspoken(part), *(self._states(awaited) if awaited else ())]
            if self._speaks(part, mentions) and (not is_told or _has(part, "letting")):
                places = [*self._places(part, mentions)] or [*self._accompany(part, place)]
                place = places[-1] if places else place
                found += [*self._states(part), *places]
            facts.update(dict.fromkeys(found))
            if _is_staying(part):
                untouched |= spoken
        return Hints(tuple(facts), frozenset(untouched))

    def _mentions(self, part: Words) -> list[_Mention]:
        prepositions = word_list("prepositions")
        found = []
        for start, end, names in self.phrases.spoken_in(part):
            before = part[start - 1] if start else ""
            found.append(_Mention(names, end, before if before in prepositions else ""))
        return found

    def _hear(self, part: Words, mentions: list[_Mention]) -> None:
        """Note what `part` is about: what stands behind no preposition but "with"."""
        topics = [m for m in mentions if m.preposition in ("", "with")]
        names = tuple(name for mention in topics for name in mention.names)
        if not names:
            return
        is_list = len(topics) == 1 and topics[0].end == len(part)
        self._topics = (*self._topics, *names) if is_list or self._is_listing else names
        self._is_listing = is_list

    def _speaks(self, part: Words, mentions: list[_Mention]) -> bool:
        """Whether `part` says something of its topics and does not bring them away."""
        is_about = bool(mentions) or not _PRONOUNS.isdisjoint(part) or len(part) <= _FEW
        is_found = part[:2] in _THERE_IS and not _has(part, "denials")
        is_done = _has(part, "done_already") or is_found
        return is_about and not is_done and (_has(part, "denials") or not _has(part, "clearing"))

    def _unspoken(self, part: Words) -> Iterator[Atom]:
        """What is switched on or opened where somebody only says why: "it is dark"."""
        if _has(part, "denials"):
            return
        for word in set(part) & lexicon()["unspoken"].keys():
            predicate, kind = lexicon()["unspoken"][word].split()
            for thing in self.objects:
                if is_of_kind(thing, kind):
                    yield Atom(predicate, (thing.name,))

    def _states(self, part: Words) -> Iterator[Atom]:
        is_denied = _has(part, "denials")
        is_on = (_has(part, "running") or _is_on(part)) and not _has(part, "stopped")
        is_open = _has(part, "opening_words") and not _has(part, "closing_words")
        if is_denied:
            is_on, is_open = _has(part, "stopped"), _has(part, "closing_words")
        if is_on:
            devices = (device for name in self._topics for device in self._devices(name))
            yield from (Atom("toggled_on", (device,)) for device in devices)
            if not _PRONOUNS.isdisjoint(part):
                yield from (Atom("toggled_on", (name,)) for name in self._last_named(_SWITCHED))
        if is_open:
            opened = [n for n in self._topics if _OPENED.fits(self.objects.by_name[n])]
            if not opened and not _PRONOUNS.isdisjoint(part):
                opened = [*self._last_named(_OPENED)]
            yield from (Atom("open", (name,)) for name in opened)

    def _last_named(self, slot: Slot) -> Names:
        """What "it" may mean in `slot`: the last such thing of which the sentence speaks."""
        words = self._sentences[-1]
        spoken = [names for _, _, names in self.phrases.spoken_in(words)]
        for names in reversed(spoken):
            if all(slot.fits(self.objects.by_name[name]) for name in names):
                return names
        return ()

    def _devices(self, name: str) -> Iterator[str]:
        """What runs where `name` is said to: a bath by its tap."""
        thing = self.objects.by_name[name]
        if _SWITCHED.fits(thing):
            yield name
        elif is_of_kind(thing, "basin"):
            yield from (other.name for other in self.objects if is_of_kind(other, "running"))

    def _places(self, part: Words, mentions: list[_Mention]) -> Iterator[Atom]:
        if _has(part, "denials"):
            return
        for mention in mentions:
            predicate = lexicon()["hinted_places"].get(mention.preposition)
            if predicate is not None and len(mention.names) == 1 and self._ends(part, mention):
                for name in self._topics:
                    if name not in mention.names:
                        yield Atom(predicate, (name, *mention.names))

    def _accompany(self, part: Words, place: Atom | None) -> Iterator[Atom]:
        """Where things are brought along with others: "on the rug, with the cars beside it"."""
        if place is not None and not _WITH_OTHERS.isdisjoint(part):
            goal = place.arguments[1]
            yield from (Atom(place.predicate, (n, goal)) for n in self._topics if n != goal)

    def _ends(self, part: Words, mention: _Mention) -> bool:
        """Whether no further place follows, which was not understood."""
        behind = part[mention.end : mention.end + 1]
        is_place = bool(behind) and behind[0] in lexicon()["hinted_places"]
        return not is_place or self.phrases.room(part, mention.end) > mention.end


def _parts(words: Words) -> Iterator[Words]:
    start = 0
    for at, word in enumerate((*words, ",")):
        if word in _ENDS:
            if at > start:
                yield words[start:at]
            start = at + 1


def _without_reason(part: Words) -> Words:
    """`part` up to where it tells why or when."""
    ends = (at for at, word in enumerate(part) if at and word in _REASONS)
    return part[: next(ends, len(part))]


def _awaited(part: Words) -> Words:
    """What somebody waits for, of whom `part` tells: "I'm off as soon as it is open"."""
    for at, word in enumerate(part):
        if word in _AWAITING and not _PRONOUNS.isdisjoint(part[at + 1 : at + 3]):
            return part[at + 1 :]
    return ()


def _leaves_a_choice(words: Words) -> bool:
    """Whether `words` say "or", "if" or the like, and not only "a day or two"."""
    return any(
        word in _CHOICES and (word != "or" or behind not in lexicon()["numbers"])
        for word, behind in zip(words, (*words[1:], ""), strict=True)
    )


def _has(part: Words, group: str) -> bool:
    known = word_list(group)
    return any(word in known or not known.isdisjoint(forms(word)) for word in part)


def _is_on(part: Words) -> bool:
    """Whether "on" stands where no noun follows, or a verb has it: "turn_on"."""
    ends = stops() | word_list("subordinators") | _PRONOUNS | _LEVELS
    for word, behind in zip(part, (*part[1:], "and"), strict=True):
        if word.endswith("_on") or (word == "on" and behind in ends):
            return True
    return False


def _is_staying(part: Words) -> bool:
    """Whether `part` says that things stay as they are."""
    if _has(part, "denials"):
        return _has(part, "undoing")
    is_changed = any(
        _has(part, group) for group in ("stopped", "closing_words", "clearing", "done_already")
    )
    return _has(part, "unchanging") and not is_changed
