"""From marked words to the segments of a sentence: main clauses, scopes, and what only tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from is_bench.reading.marks import (
    ADVERBIALS,
    CONNECTIVES,
    FRAMES,
    SHORT,
    Count,
    Mark,
    Marked,
    Measure,
)
from is_bench.reading.mentions import Memory
from is_bench.reading.predicates import PRONOUNS, Predicates
from is_bench.reading.scopes import Scope
from is_bench.reading.stated_clauses import Clause, Modality, StatedClauses, framed, links
from is_bench.reading.stems import forms
from is_bench.reading.words import Words, word_list

_JOINTS = frozenset({",", "and", "but", "so", "or", "then", "also", Mark.THEN})
_BORDERS = frozenset({Mark.WHY, Mark.THEN, ",", "and", "but", "so", "with", "or"})
_IDLE = frozenset(
    {Mark.NOW, Mark.SOON, Mark.ONLY, Mark.AGAIN, Mark.ALWAYS, Mark.TOGETHER, Mark.THEN}
)
"""Adverbials that may stand in a remark."""
_PARTICIPLES = frozenset({"put", "cut", "shut", "set", "taken"})
_PERSONS = frozenset({"i", "we", "they", "he", "she"})
_MOST_READINGS = 160
"""How many clauses are tried in a sentence."""


@dataclass(frozen=True)
class Segment:
    """A main clause with its adverbials, a scope, or, if it is neither, what only tells."""

    clause: Clause | None = None
    scope: Scope | None = None
    adverbials: frozenset[str] = frozenset()
    measures: tuple[Measure, ...] = ()
    count: Count | None = None
    joint: str = ""
    """What stands before it: a comma, and, but."""


@dataclass(frozen=True)
class _State:
    """What is known at a place in a sentence."""

    memory: Memory
    is_behind: bool = False
    """Whether there was a main clause."""
    modality: Modality = Modality()
    """That of a frame without a clause, or of the clause before."""
    said: Words = ()
    """The words of the clause before."""


class SegmentReader:
    """Finds the ways to part a sentence into segments that can be read."""

    def __init__(self, predicates: Predicates) -> None:
        """`predicates` reads what clauses say."""
        self._predicates = predicates
        self._clauses = StatedClauses(predicates)
        self._tries = 0

    def parses(self, text: Marked, memory: Memory, *, is_firm: bool) -> Iterator[list[Segment]]:
        """The ways to read `text`, where pronouns mean what is in `memory`; long clauses first.

        `is_firm`: it is a requirement, whatever it says.
        """
        self._tries = 0
        yield from self._segments(text, 0, _State(memory, modality=Modality(firm=is_firm)))

    def _segments(self, text: Marked, at: int, state: _State) -> Iterator[list[Segment]]:
        words, joint = text.words, ""
        while at < len(words) and words[at] in _JOINTS:
            joint = words[at] if words[at] != "," or not joint else joint
            at += 1
        if at >= len(words):
            yield from [[]] if state.is_behind and joint != Mark.THEN else []
            return
        for segment, end, now in self._next(text, at, state, joint):
            for rest in self._segments(text, end, now):
                yield [replace(segment, joint=joint), *rest]

    def _next(
        self, text: Marked, at: int, state: _State, joint: str
    ) -> Iterator[tuple[Segment, int, _State]]:
        words, (scope, begin) = text.words, _connective(text, at)
        ends = [end for end in _ends(text) if end > max(at, begin)]
        if words[at] == Mark.WHY:
            yield (
                Segment(),
                next((end for end in ends if words[end : end + 1] == (",",)), len(words)),
                state,
            )
        elif scope is not None:
            starts = () if state.is_behind else range(begin + 2, len(words))
            more = [i for i in starts if words[i] not in _BORDERS and self._may_begin(words[i])]
            for end in [*reversed(ends), *more]:
                clause = self._sub(text, scope.kind, words[begin:end], state)
                if clause is not None:
                    own = replace(scope, clause=clause)
                    yield Segment(scope=own), end, replace(state, memory=clause.memory)
        else:
            yield from self._plain(text, at, state, ends, joint)

    def _plain(
        self, text: Marked, at: int, state: _State, ends: list[int], joint: str
    ) -> Iterator[tuple[Segment, int, _State]]:
        """The segments that begin without a connective."""
        words = text.words
        plain = replace(state, modality=Modality())
        for end in reversed(ends):
            own = words[at:end]
            is_joined = joint == "and" or not state.is_behind or links().isdisjoint(own)
            before = state if is_joined else plain
            if not CONNECTIVES.isdisjoint(own) or Mark.WHY in own:
                continue
            for segment, modality in self._main(text, own, before):
                clause = segment.clause
                memory, said = (
                    (state.memory, ()) if clause is None else (clause.memory, clause.words)
                )
                yield (
                    segment,
                    end,
                    _State(memory, state.is_behind or clause is not None, modality, said),
                )
        for end in ends:
            for clause in self._task(words[at:end], state):
                yield Segment(clause), end, _State(clause.memory, is_behind=True)
        stops = {",", Mark.WHY, *CONNECTIVES}
        end = next(end for end in ends if end == len(words) or words[end] in stops)
        own = words[at:end]
        is_begun = at == 0 or words[at - 1] in (",", "so", "or")
        is_topic = self._predicates.phrases.is_name(own) and not PRONOUNS.isdisjoint(words[end:])
        is_told = self.is_remark(own) and (state.is_behind or end < len(words))
        if is_begun and (is_told or (is_topic and not state.is_behind)):
            heard = tuple(self._predicates.phrases.heard_in(own))
            yield Segment(), end, replace(state, memory=(*state.memory, *heard))

    def _main(
        self, text: Marked, words: Words, state: _State
    ) -> Iterator[tuple[Segment, Modality]]:
        adverbials, measures, rest = _parted(text, words)
        count = next((text.counts[word] for word in words if word in text.counts), None)
        if not rest and not state.is_behind and (measures or adverbials - {Mark.ORDER}):
            yield Segment(None, None, adverbials, measures), state.modality  # "at the end, ..."
            return
        own, modality = framed(
            rest, state.modality if not state.is_behind or state.modality.firm else Modality()
        )
        if not own and rest:  # "make sure, before you leave, that ..."
            again = Clause(
                **vars(modality) | {"mode": "again"}, memory=state.memory, words=state.said
            )
            is_again = state.is_behind and modality.negative
            if not measures and not adverbials and (state.said or not is_again):
                yield Segment(again if is_again else None), modality
            return
        self._tries += 1
        if self._tries > _MOST_READINGS:
            return
        start = Modality(
            firm=Mark.ALWAYS in adverbials or (state.modality.firm and not state.modality.negative)
        )
        start = state.modality if not state.is_behind else start
        clauses = self._clauses.main(rest, state.memory, start) if rest else []
        is_let = rest[:1] in (("let",), ("leave",)) and rest[-1] in word_list("settling")
        if rest == ("wait",) or (is_let and measures):
            heard = tuple(self._predicates.phrases.heard_in(rest))
            clauses = [Clause(mode="pause", memory=(*state.memory, *heard))]
        elif not rest and state.is_behind and (measures or adverbials):
            clauses = [Clause(mode="behind", memory=state.memory, words=state.said)]
        elif not rest and Mark.ORDER in adverbials:
            clauses = [Clause(mode="order", memory=state.memory)]
        if not clauses and state.said and rest:
            is_not = rest[0] in ("not", "never", Mark.NEVER)
            whole = self._completed(rest[is_not:], state.said)
            frame = (Mark.NEVER,) if is_not else ()
            clauses = (
                self._clauses.main((*frame, *whole), state.memory, Modality()) if whole else []
            )
        if not clauses and adverbials & {Mark.FIRST, Mark.THEN, Mark.LAST} and rest:
            named = tuple(self._predicates.phrases.heard_in(rest))
            if self._predicates.phrases.is_name(rest):
                clauses = [Clause(mode="order", memory=named, words=rest)]
        for clause in clauses:
            kept = Modality(firm=clause.firm and not clause.negative and not clause.may)
            yield Segment(clause, None, adverbials, measures, count), kept

    def _task(self, words: Words, state: _State) -> Iterator[Clause]:
        """What a task or a permission says that is understood in part: it demands nothing."""
        words, modality = framed(words, Modality() if state.is_behind else state.modality)
        is_bound = not (word_list("cues") | word_list("manner")).isdisjoint(words)
        is_bound |= any(word[0].isupper() or word in ("but", "except") for word in words)
        is_asked = bool(words) and (modality.may or self._predicates.is_verb(words[0]))
        if is_asked and not (modality.firm or modality.negative or is_bound):
            self._predicates.phrases.recall(state.memory)
            event = next((event for event, _, _ in self._predicates.asked(words)), None)
            heard = tuple(self._predicates.phrases.heard_in(words))
            yield Clause(event=event, mode="task", memory=(*state.memory, *heard))

    def _sub(self, text: Marked, kind: str, words: Words, state: _State) -> Clause | None:
        adverbials, measures, rest = _parted(text, words)
        self._tries += 1
        is_timed = measures or adverbials - {Mark.FIRST, Mark.ALWAYS, Mark.AGAIN, Mark.TOGETHER}
        if (
            is_timed
            or not rest
            or self._tries > _MOST_READINGS
            or any(w in text.counts for w in rest)
        ):
            return None
        if not CONNECTIVES.isdisjoint(rest) or Mark.WHY in rest or not FRAMES.isdisjoint(rest):
            return None
        clause = self._clauses.sub(rest, state.memory, is_verbless=kind == Mark.WITH)
        if clause is None and self._predicates.phrases.is_name(rest) and len(state.said) > 1:
            if self._predicates.phrases.is_name(state.said[1:]):
                # "Wipe the shelf before the table": before that is wiped.
                clause = self._clauses.sub((state.said[0], *rest), state.memory)
        return clause

    def _completed(self, words: Words, said: Words) -> Words:
        """`words` with the others of the clause `said`: "not the sponge", "not on the table"."""
        if words[:1] and words[0] in said[1:] and words[0] in word_list("prepositions"):
            return (*said[: said.index(words[0])], *words)
        ends = [
            end for end in range(2, len(said) + 1) if self._predicates.phrases.is_name(said[1:end])
        ]
        if ends and self._predicates.phrases.is_name(words):
            return (said[0], *words, *said[ends[-1] :])
        return ()

    def _may_begin(self, word: str) -> bool:
        """Whether a main clause may begin with `word` without a comma before it."""
        return (
            word in FRAMES or self._predicates.is_verb(word) or word in word_list("main_beginnings")
        )

    def is_remark(self, words: Words) -> bool:
        """Whether a clause tells how things are, and demands nothing."""
        if len(words) < 2:
            return False
        marks = {word for word in words if word[0].isupper()} - _IDLE - {Mark.WHY}
        marks = {mark for mark in marks if words[0] != "there" or not mark.startswith("COUNT")}
        is_bound = not word_list("demands").isdisjoint(words) or bool(marks)
        is_bound |= words[0] in ("to", "for", "with")
        if is_bound or self._predicates.is_verb(words[0]):
            return False
        is_wish = words[0] in ("i", "we") and not word_list("insisting").isdisjoint(words[1:3])
        if is_wish and words[2:3] != ("to",):
            return False
        is_link = words[1] in links() or words[1] in word_list("standing")
        is_addressed = "you" in words or (words[0] in PRONOUNS | {"the"} and is_link)
        people = self._predicates.phrases.referents.are_people
        heard = [one.names for one in self._predicates.phrases.heard_in(words)]
        is_aside = not is_addressed and all(map(people, heard))
        is_duty = any(b == "to" and a in word_list("duties") for a, b in pairwise(words))
        denied = words[words.index("not") + 1 :] if "not" in words else ()
        if (is_duty and not is_aside) or self._is_done(denied):
            return False
        if words[0] in word_list("tellers") and (words[0] in _PERSONS or not is_link):
            return True
        return any(
            word in word_list("telling")
            or (word.endswith("s") and (is_aside or not self._is_said(word, before)))
            for before, word in pairwise(words)
        )

    def _is_done(self, words: Words) -> bool:
        """Whether a skill does what they tell: "is not moved"."""
        done = (word for word in words if word.endswith("ed") or word in _PARTICIPLES)
        return any(self._predicates.is_verb(base) for word in done for base in forms(word))

    def _is_said(self, word: str, before: str) -> bool:
        """Whether `word`, in -s, may be a noun, or tell what is to be done."""
        is_noun = before in word_list("determiners") or self._predicates.phrases.is_name((word,))
        return is_noun or word.endswith("ss") or any(map(self._predicates.is_verb, forms(word)))


def _connective(text: Marked, at: int) -> tuple[Scope | None, int]:
    """The scope that begins at `at`, still without its clause, and where that begins."""
    words, measure, only, end = text.words, None, False, at
    while end < len(words):
        word = words[end]
        if word in text.measures:
            measure = text.measures[word]
        elif word in SHORT:
            measure = Measure("within", SHORT[Mark(word)])
        elif word == Mark.ONLY:
            only = True
        elif word in CONNECTIVES or (word == Mark.WITH or word == "with"):
            is_short = words[end + 1 : end + 2] and words[end + 1] in SHORT
            kind = Mark.WITH if word == "with" else word
            if is_short:
                measure = Measure("within", SHORT[Mark(words[end + 1])])
            is_foreign = kind not in (Mark.AFTER, Mark.WHEN) and (measure is not None or is_short)
            is_foreign = bool(is_foreign) or (kind == Mark.WITH and end > at and not only)
            scope = None if is_foreign else Scope(kind, None, measure, only)
            return scope, at if is_foreign else end + 1 + bool(is_short)
        else:
            break
        end += 1
    return None, at


def _ends(text: Marked) -> list[int]:
    """Where a segment may end."""
    words = text.words
    found = [
        i
        for i, word in enumerate(words)
        if word in _BORDERS
        or word in CONNECTIVES
        or (word in FRAMES and i)
        or (
            (word in text.measures or word in SHORT or word == Mark.ONLY)
            and _connective(text, i)[0] is not None
        )
    ]
    return [*found, len(words)]


def _parted(text: Marked, words: Words) -> tuple[frozenset[str], tuple[Measure, ...], Words]:
    """The adverbials and times among `words`, and the others; `only` stands in both."""
    adverbials = frozenset(ADVERBIALS.intersection(words))
    measures = tuple(text.measures[word] for word in words if word in text.measures)
    rest = [
        word
        for word in words
        if (
            word not in text.measures
            and word not in text.counts
            and (word not in ADVERBIALS or word == Mark.ONLY)
            and word != ","
        )
        or (word == "," and word != words[-1])
    ]
    return adverbials, measures, tuple(rest)
