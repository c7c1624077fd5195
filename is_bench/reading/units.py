"""From signed words to the units of a sentence: clauses, what says when, and what only tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from is_bench.reading import signs
from is_bench.reading.demands import Sub
from is_bench.reading.links import Manner, linked, links
from is_bench.reading.mentions import Memory
from is_bench.reading.remarks import PRONOUNS, Remarks
from is_bench.reading.requirement import UnreadError
from is_bench.reading.sayings import Sayings
from is_bench.reading.signs import Count, Measure, Signed
from is_bench.reading.stating import Clause, Clauses
from is_bench.reading.words import Words, word_list

_JOINTS = frozenset({",", "and", "but", "so", "or", "then", "also", signs.THEN})
_BORDERS = frozenset({signs.WHY, signs.THEN, ",", "and", "but", "so", "with"})
_LATE = frozenset({signs.AFTER, signs.WHEN})
_PREPOSITIONS = frozenset({"on", "in", "with", "under", "beside", "to", "for"})
_MAIN, _BEHIND, _LEADING = "main", "behind", "leading"


@dataclass(frozen=True)
class Unit:
    """A part of a sentence: a main clause, one that says when, or one that only tells something."""

    clause: Clause | None = None
    sub: Sub | None = None
    floats: frozenset[str] = frozenset()
    measures: tuple[Measure, ...] = ()
    count: Count | None = None
    joint: str = ""
    """What stands before it: a comma, and, but."""


@dataclass(frozen=True)
class _State:
    """What is known at a place in a sentence."""

    memory: Memory
    kind: str = ""
    """Of the unit before."""
    said: Words = ()
    """The words of the last main clause."""
    is_firm: bool = False
    """Whether that demanded something in so many words."""

    @property
    def is_behind(self) -> bool:
        """Whether there was a main clause."""
        return self.kind in (_MAIN, _BEHIND)

    def then(self, memory: Memory, kind: str = "") -> _State:
        """What is known behind a unit."""
        own = _BEHIND if self.is_behind else _LEADING
        return replace(self, memory=memory, kind=kind or own)


class UnitReader:
    """Finds the ways to part a sentence into units that can be read."""

    def __init__(self, sayings: Sayings) -> None:
        """`sayings` reads what clauses say."""
        self._sayings = sayings
        self._clauses = Clauses(sayings)
        self._remarks = Remarks(sayings)
        self._read: dict[tuple[str, Words, Memory], list[Clause]] = {}
        self._dead: set[tuple[int, _State]] = set()
        """Places behind which nothing can be read, with what is known there."""

    def parses(self, text: Signed, memory: Memory) -> Iterator[list[Unit]]:
        """The ways to read `text`, where pronouns mean what is in `memory`; long clauses first."""
        self._read.clear()
        self._dead.clear()
        yield from self._units(text, 0, _State(memory), _borders(text.words))

    def _units(
        self, text: Signed, at: int, state: _State, borders: list[int]
    ) -> Iterator[list[Unit]]:
        """The ways to read the words from `at` on."""
        words, joint = text.words, ""
        while at < len(words) and words[at] in _JOINTS:
            joint = words[at] if words[at] != "," or not joint else joint
            at += 1
        dead = (at, state if PRONOUNS.intersection(words[at:]) else replace(state, memory=()))
        if at >= len(words):
            yield from [[]] if state.is_behind and joint != signs.THEN else []
        elif dead not in self._dead:
            self._dead.add(dead)
            for unit, end, now in self._next(text, at, state, [b for b in borders if b > at]):
                for rest in self._units(text, end, now, borders):
                    self._dead.discard(dead)
                    yield [replace(unit, joint=joint), *rest]

    def _next(
        self, text: Signed, at: int, state: _State, ends: list[int]
    ) -> Iterator[tuple[Unit, int, _State]]:
        """The units that may begin at `at`, where they end, and what is known then."""
        words, (sub, begin) = text.words, _sign(text, at)
        if words[at] == signs.WHY:
            yield from ((Unit(), end, state.then(state.memory)) for end in ends)
        elif sub is not None:
            may_begin = [
                i for i in range(begin + 2, len(words)) if self._remarks.may_begin(words[i])
            ]
            for end in [*reversed(ends), *([] if state.is_behind else may_begin)]:
                for clause in self._sub(text, sub.kind, words[begin:end], state):
                    unit = Unit(sub=replace(sub, clause=clause))
                    yield unit, end, state.then(clause.memory)
        else:
            yield from self._plain(text, at, state, ends)

    def _plain(
        self, text: Signed, at: int, state: _State, ends: list[int]
    ) -> Iterator[tuple[Unit, int, _State]]:
        """The units that begin without a sign."""
        words = text.words
        for end in reversed(ends):
            own = words[at + 1 : end] if words[at] == "with" else ()
            for clause in self._known("with", own, state.memory):
                yield Unit(sub=Sub(signs.WITH, clause)), end, state.then(clause.memory)
        for end in reversed(ends):
            if self._remarks.is_aim(words, at, is_behind=state.is_behind):
                break
            if signs.SUBORDINATING.isdisjoint(words[at:end]) and signs.WHY not in words[at:end]:
                is_joined = words[at - 1 : at] == ("and",) or links().isdisjoint(words[at:end])
                before = state if is_joined else replace(state, is_firm=False)
                for unit, clause in self._main(text, words[at:end], before):
                    now = state.then(clause.memory, _MAIN)
                    yield (
                        unit,
                        end,
                        replace(
                            now, said=clause.words, is_firm=clause.firm and not clause.negative
                        ),
                    )
        topic = next(
            (end for end in ends if words[at] != "," and words[end : end + 1] == (",",)), at
        )
        is_topic = topic > at and not state.kind and self._sayings.phrases.is_name(words[at:topic])
        if is_topic and not PRONOUNS.isdisjoint(words[topic:]):  # "the oven , it stays shut"
            heard = tuple(self._sayings.phrases.heard_in(words[at:topic]))
            yield Unit(), topic, state.then((*state.memory, *heard))
        is_threat = words[at - 2 : at] == (",", "or") and self._remarks.is_threat(words[at:])
        if is_threat or self._remarks.is_aim(words, at, is_behind=state.is_behind):
            yield Unit(), len(words), state.then(state.memory)
        end = self._remarks.end(words, at) if at == 0 or words[at - 1] in (",", "so") else at
        if end > at and (state.kind or end < len(words)):
            heard = tuple(self._sayings.phrases.heard_in(words[at:end]))
            yield Unit(), end, state.then((*state.memory, *heard))

    def _main(self, text: Signed, words: Words, state: _State) -> Iterator[tuple[Unit, Clause]]:
        floats, measures, rest = _parted(text, words)
        counts = [text.counts[word] for word in words if word in text.counts]
        if len(counts) > 1:
            return
        clauses = self._known("main", rest, state.memory)
        if words[-1] == signs.FIRST and self._sayings.phrases.is_name(rest):
            floats, clauses = floats - {signs.FIRST}, [self._foremost(rest)]
        if not clauses and rest[:1] in (("not",), ("never",)) and state.said:
            clauses = self._known("main", _completed(rest[1:], state.said), state.memory)
        is_rule = signs.ALWAYS in floats
        if not clauses and (state.is_firm or is_rule) and rest:
            found = self._known("main", ("make", "sure", "that", *rest), state.memory)
            clauses = [replace(one, habitual=one.habitual or is_rule) for one in found]
        if not rest and signs.ORDER in floats and not state.kind:
            floats, clauses = floats - {signs.ORDER}, [Clause(mode="order", memory=state.memory)]
        clauses = self._wordless(rest, floats, measures, state) or clauses
        clauses = clauses or self._known("telegraphic", rest, state.memory)
        if not clauses and state.said and self._sayings.phrases.is_name(rest):
            clauses = self._known("main", (state.said[0], *rest), state.memory)
        for clause in clauses:
            yield Unit(clause, None, floats, measures, next(iter(counts), None)), clause

    def _wordless(
        self, words: Words, floats: frozenset[str], measures: tuple[Measure, ...], state: _State
    ) -> list[Clause]:
        """What "wait", "let it rest" and nothing but a time say."""
        if words == ("wait",):
            return [Clause(mode="pause", memory=state.memory)]
        if words[:1] in (("let",), ("leave",)) and words[-1] in word_list("settling") and measures:
            memory = (*state.memory, *self._sayings.phrases.heard_in(words[1:-1]))
            return [Clause(mode="pause", memory=memory)]
        if not words and state.is_behind and (measures or floats & {*signs.SHORT, signs.END}):
            return [Clause(mode="behind", memory=state.memory, words=state.said)]
        return []

    def _foremost(self, words: Words) -> Clause:
        """What "the apple first" says."""
        named = tuple(self._sayings.phrases.heard_in(words))
        return Clause(mode="order", memory=named, words=words)

    def _sub(self, text: Signed, kind: str, words: Words, state: _State) -> list[Clause]:
        floats, measures, rest = _parted(text, words)
        is_timed = bool(
            measures or floats - {signs.FIRST, signs.TOGETHER, signs.ALWAYS, signs.AGAIN}
        )
        if is_timed or not set(words).isdisjoint(text.counts):
            return []
        found = self._known("sub", rest, state.memory)
        if not found and kind == signs.WITHOUT:
            found = self._known("with", rest, state.memory)
        if not found and state.said and rest and rest[-1] in word_list("be"):
            told = linked(state.said, Manner())
            found = self._known("sub", (*rest, *(told[2] if told else ())), state.memory)
        if not found and state.said and self._sayings.phrases.is_name(rest):
            whole = _completed(rest, state.said)[1:]
            found = self._known("sub", whole, state.memory)
            found = found or self._known("sub", (state.said[0], *rest), state.memory)
            told = linked(state.said, Manner())
            if not found and told is not None:  # "the plate must be wiped before the mug"
                found = self._known("sub", (*rest, "is", *told[2]), state.memory)
        return found

    def _known(self, kind: str, words: Words, memory: Memory) -> list[Clause]:
        key = (kind, words, memory)
        if words and key not in self._read:
            try:
                self._read[key] = self._fresh(kind, words, memory)
            except UnreadError:
                self._read[key] = []
        return self._read.get(key, [])

    def _fresh(self, kind: str, words: Words, memory: Memory) -> list[Clause]:
        if kind not in ("sub", "with"):
            is_main = kind == "main"
            return (self._clauses.main if is_main else self._clauses.telegraphic)(words, memory)
        found = self._clauses.sub(words, memory, verbless=kind == "with")
        return [] if found is None else [found]


def _completed(words: Words, said: Words) -> Words:
    """Read "not on the table" with the words of the clause before: never put the pan on it."""
    prepositions = [at for at, word in enumerate(said) if word in _PREPOSITIONS]
    last = prepositions[0 if "or" in said else -1] if prepositions else len(said)
    if words[:1] and words[0] in _PREPOSITIONS:
        return ("never", *said[:last], *words)
    return ("never", *said[:1], *words, *said[last:])


def _borders(words: Words) -> list[int]:
    """Where clauses may end."""
    found = {len(words)}
    for at, word in enumerate(words):
        before = at
        if word in signs.SUBORDINATING | _BORDERS:
            while before and _attaches(words[before - 1], word):
                before -= 1
                found.add(before)
            found.add(at)
    return sorted(found)


def _attaches(word: str, sign: str) -> bool:
    """Whether what stands before a sign says more of it: "only when", "within two steps after"."""
    is_time = word in signs.SHORT or word.startswith("SPAN")
    return sign in signs.SUBORDINATING if word == signs.ONLY else is_time and sign in _LATE


def _sign(text: Signed, at: int) -> tuple[Sub | None, int]:
    """The clause that a sign at `at` begins, still without its words, and where these begin."""
    words, only, measure = text.words, False, None
    while at < len(words) - 1 and words[at] not in signs.SUBORDINATING:
        if words[at] == signs.ONLY:
            only = True
        elif words[at + 1] in _LATE and words[at] in text.measures:
            measure = text.measures[words[at]]
        elif words[at + 1] in _LATE and words[at] in signs.SHORT:
            measure = Measure("most", signs.SHORT[words[at]])
        else:
            return None, at
        at += 1
    is_sign = words[at] in signs.SUBORDINATING
    return (Sub(words[at], None, measure, only), at + 1) if is_sign else (None, at)


def _parted(text: Signed, words: Words) -> tuple[frozenset[str], tuple[Measure, ...], Words]:
    """The adverbials among `words`, and the other words; `only` keeps its place, too."""
    floats = signs.FLOATING.intersection(words)
    measures = tuple(text.measures[word] for word in words if word in text.measures)
    dropped = {*signs.FLOATING, *text.measures, *text.counts} - {signs.ONLY}
    rest = tuple(word for word in words if word not in dropped)
    while rest[-1:] == (",",):
        rest = rest[:-1]
    return floats, measures, rest
