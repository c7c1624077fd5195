"""From marked words to the segments of a sentence: main clauses, scopes, and what only tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from is_bench.reading.marks import ADVERBIALS, CONNECTIVES, FRAMES, Mark, Marked
from is_bench.reading.mentions import Memory
from is_bench.reading.predicates import Predicates
from is_bench.reading.remarks import Remarks
from is_bench.reading.scopes import SPAN, Scope, Statement
from is_bench.reading.stated_clauses import PLAIN, Clause, Modality, StatedClauses, framed, links
from is_bench.reading.words import Words, word_list

_JOINTS = frozenset({",", "and", "but", "so", "or", "then", "also", Mark.THEN})
_BORDERS = frozenset({Mark.WHY, Mark.THEN, ",", "and", "but", "so", "with", "or"})
_FREE = frozenset({Mark.FIRST, Mark.ALWAYS, Mark.AGAIN, Mark.TOGETHER})
"""Adverbials that may stand in a subordinate clause."""
_MOST_BORDERS = 10
"""How many borders may stand in a segment."""
_MOST_READINGS = 30
"""How many places to begin a clause are tried in a sentence."""


@dataclass(frozen=True)
class _State:
    """What is known at a place in a sentence."""

    memory: Memory
    is_behind: bool = False
    """Whether there was a main clause."""
    modality: Modality = PLAIN
    """That of a frame without a clause, or of the clause before."""


_Next = Iterator[tuple[Statement, int, _State]]
"""Segments that may begin at a place, where they end, and what is known there."""


class SegmentReader:
    """Finds the ways to part a sentence into segments that can be read."""

    def __init__(self, predicates: Predicates) -> None:
        """`predicates` reads what clauses say."""
        self._predicates = predicates
        self._clauses = StatedClauses(predicates)
        self.remarks = Remarks(predicates)
        self._tries = 0

    def parses(self, text: Marked, memory: Memory) -> Iterator[list[Statement]]:
        """The ways to read `text`, where pronouns mean what is in `memory`; long clauses first."""
        self._tries = 0
        yield from self._segments(text, 0, _State(memory))

    def _segments(self, text: Marked, at: int, state: _State) -> Iterator[list[Statement]]:
        words, joint = text.words, ""
        self._tries += 1
        if self._tries > _MOST_READINGS or (at and words[at : at + 2] == (Mark.THEN, ",")):
            return  # "afterwards" belongs to the clause before
        while at < len(words) and words[at] in _JOINTS:
            joint = words[at] if words[at] != "," or not joint else joint
            at += 1
        if at >= len(words):
            yield from [[]] if state.is_behind and joint != Mark.THEN else []
            return
        for segment, end, now in self._next(text, at, state, joint):
            for rest in self._segments(text, end, now):
                yield [replace(segment, joint=joint), *rest]

    def _next(self, text: Marked, at: int, state: _State, joint: str) -> _Next:
        words, kind = text.words, text.words[at]
        if kind == "with":  # ahead of all: as long as that is so
            kind = Mark.WITH if state.is_behind else Mark.WHILE
        borders = _BORDERS | CONNECTIVES | FRAMES
        ends = [i for i in range(at + 1, len(words)) if words[i] in borders][: _MOST_BORDERS - 1]
        ends.append(len(words))
        if kind == Mark.WHY:
            end = next((end for end in ends if words[end : end + 1] == (",",)), len(words))
            yield Statement(), end, state
        elif kind in CONNECTIVES or words[at] == "with":
            starts = () if state.is_behind else range(at + 3, len(words))
            more = [i for i in starts if self._may_begin(words[i])]
            for end in [*reversed(ends), *more]:
                clause = self._sub(text, words[at:end], state)
                if clause is not None:
                    now = replace(state, memory=clause.memory)
                    yield Statement(scopes=(Scope(kind, clause),)), end, now
        else:
            for end in reversed(ends):
                yield from self._main(text, at, end, state, joint)
            yield from self._aside(words, at, ends, state)

    def _main(self, text: Marked, at: int, end: int, state: _State, joint: str) -> _Next:
        """The main clauses that `words` between `at` and `end` may be."""
        words = text.words[at:end]
        is_next = words[-1] == "," or words[-2:] in ((",", Mark.THEN), ("and", Mark.THEN))
        is_choice = joint == "or" and state.is_behind
        if is_next or is_choice or not {Mark.WHY, Mark.UNREAD, *CONNECTIVES}.isdisjoint(words):
            return  # what comes then, a choice of clauses, or more than one
        told, rest = _parted(text, _exclusive(words))
        is_joined = joint == "and" or not state.is_behind or links().isdisjoint(words)
        before = state.modality if is_joined else PLAIN
        own, modality = framed(rest, before)
        if not own:  # "make sure, before ..., that", "at the end"
            is_led = told != Statement() and not CONNECTIVES.isdisjoint(text.words[end : end + 1])
            if is_led or not state.is_behind:
                yield told, end, replace(state, modality=modality)
            return
        may, firm = before.may or Mark.ONLY in told.adverbials, Mark.ALWAYS in told.adverbials
        frame = replace(before, may=may, firm=before.firm or firm)
        for clause in self._clauses.main(rest, state.memory, frame):
            is_urging = clause.firm and not clause.negative and not clause.may
            now = _State(clause.memory, is_behind=True, modality=Modality(firm=is_urging))
            yield replace(told, clause=clause), end, now

    def _aside(self, words: Words, at: int, ends: list[int], state: _State) -> _Next:
        """Tasks that are understood in part, and remarks."""
        for end in ends:
            clause = self._task(words[at:end], state)
            if clause is not None:
                yield Statement(clause), end, _State(clause.memory, is_behind=True)
        stops = {(word,) for word in (",", Mark.WHY, *CONNECTIVES)}
        end = next((end for end in ends if words[end : end + 1] in stops), len(words))
        is_begun = at == 0 or words[at - 1] in (",", "so", "or")
        is_beside = state.is_behind or end < len(words)
        if is_begun and is_beside and self.remarks.tells(words[at:end]):
            heard = self._predicates.phrases.heard_in(words[at:end])
            yield Statement(), end, replace(state, memory=(*state.memory, *heard))

    def _task(self, words: Words, state: _State) -> Clause | None:
        """What a task or a permission says that is understood in part: it demands nothing."""
        words, modality = framed(words, PLAIN if state.is_behind else state.modality)
        is_bound = not word_list("cues").isdisjoint(words)
        is_bound |= any(word[0].isupper() or word in ("but", "except") for word in words)
        is_asked = bool(words) and (modality.may or self._predicates.is_verb(words[0]))
        is_bound |= bool(words) and words[0] in word_list("minding")
        if not is_asked or modality.firm or modality.negative or is_bound:
            return None
        self._predicates.phrases.recall(state.memory)
        memory = (*state.memory, *self._predicates.phrases.heard_in(words))
        return Clause(event=self._predicates.asked(words), mode="task", memory=memory)

    def _sub(self, text: Marked, words: Words, state: _State) -> Clause | None:
        """The clause behind the connective at the beginning of `words`."""
        told, rest = _parted(text, words[1:])
        is_bound = bool(told.scopes or told.adverbials - _FREE)
        is_bound |= any(word in {Mark.WHY, *CONNECTIVES, *FRAMES} for word in rest)
        if is_bound or not rest:
            return None
        return self._clauses.sub(rest, state.memory)

    def _may_begin(self, word: str) -> bool:
        """Whether a main clause may begin with `word` without a comma before it."""
        is_main = word in FRAMES or word in word_list("main_beginnings")
        return is_main or (word not in _BORDERS and self._predicates.is_verb(word))


def _parted(text: Marked, words: Words) -> tuple[Statement, Words]:
    """The adverbials and times among `words`, and the others."""
    spans = tuple(Scope(SPAN, measure=text.measures[w]) for w in words if w in text.measures)
    rest = tuple(word for word in words if word not in {*text.measures, *ADVERBIALS})
    rest = rest[:-1] if rest[-1:] == (",",) else rest
    return Statement(scopes=spans, adverbials=ADVERBIALS.intersection(words)), rest


def _exclusive(words: Words) -> Words:
    """For "only the sponge" "never anything except the sponge"."""
    at = words.index(Mark.ONLY) if Mark.ONLY in words else len(words)
    begin = at + 1 + (words[at + 1 : at + 2] != () and words[at + 1] in word_list("prepositions"))
    if begin < len(words) and words[begin] in word_list("determiners"):
        exclusive = (*words[at + 1 : begin], "anything", "except", *words[begin:])
        return (Mark.NEVER, *words[:at], *exclusive)
    return words
