"""Sentences that state requirements: read whole, or in those parts that can be read alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from itertools import islice, zip_longest

from is_bench.domain.model import Domain
from is_bench.objects import ObjectTable
from is_bench.reading.marks import Mark, marked
from is_bench.reading.mentions import Memory
from is_bench.reading.predicates import Predicates
from is_bench.reading.property_patterns import requirements
from is_bench.reading.remarks import speaks_of_requirements
from is_bench.reading.requirement import (
    NOWHERE,
    Either,
    Event,
    Lit,
    StatedRequirement,
    UnreadError,
    is_place,
    negated,
)
from is_bench.reading.scopes import Statement, composed
from is_bench.reading.segments import SegmentReader
from is_bench.reading.stated_clauses import Clause
from is_bench.reading.words import MAX_WORDS, Sentence, sentences

_MOST_PARSES = 24
"""How many ways to read a sentence are tried."""
_REMEMBERED = 12
"""How many phrases a pronoun may mean of the sentences before."""
_LATE = frozenset({Mark.WHEN, Mark.AFTER, Mark.THEN, Mark.END, Mark.AGAIN})
_PART = re.compile(r" , (?:(?:and|but|so) |(?=without ))")
"""Where a clause begins that may be read on its own."""
_PLACING = frozenset({"PLACE_ON_TOP", "PLACE_INSIDE", "PUT"})


class StatementReader:
    """Reads sentence by sentence, and keeps what they state."""

    def __init__(self, objects: ObjectTable, domain: Domain) -> None:
        """Only what the scene and the domain have can be spoken of."""
        self._predicates = Predicates(objects, domain)
        self._segments = SegmentReader(self._predicates)
        self._memory: Memory = ()
        self.asked: list[Event] = []
        """What was asked for, in its order."""
        self.stated: list[StatedRequirement] = []
        self.unread: list[str] = []
        """Sentences and clauses that speak of a requirement and could not be read."""

    def behind(self) -> StatementReader:
        """A reader that goes on where this one is, and has found nothing itself yet."""
        other = copy(self)
        other.asked, other.stated, other.unread = [*self.asked], [], []
        return other

    def read(self, text: str) -> None:
        """Read the sentences of `text`."""
        is_cut = False
        for sentence in sentences(text):
            known = len(self.unread)
            is_back = is_cut and marked(sentence.words).words[:1] == (Mark.THEN,)
            if len(sentence.words) > MAX_WORDS or is_back:
                self.unread.append(sentence.text)
            else:
                self._read(sentence)
            is_cut = len(self.unread) > known

    def _read(self, sentence: Sentence, *, is_part: bool = False) -> None:
        """Read `sentence` whole, or else its parts; what demands something is never left out."""
        is_demanding = speaks_of_requirements(sentence.words)
        if self._take(sentence):
            return
        if not (is_part and is_demanding) and self._is_remark(sentence, is_strict=is_demanding):
            return
        parts = _PART.split(" ".join(sentence.words))
        if is_part or (is_demanding and len(parts) == 1):
            self.unread.append(sentence.text)
        elif is_demanding:
            self._read_parts(parts, sentence.text)

    def _read_parts(self, parts: list[str], text: str) -> None:
        begin = len(self.unread)
        for part in parts:
            known = len(self.unread)
            self._read(Sentence(part.replace(" ,", ","), tuple(part.split())), is_part=True)
            if len(self.unread) > known:
                self._memory = ()  # what a pronoun means may have stood there
        if len(self.unread) - begin == len(parts):
            self.unread[begin:] = [text]

    def _take(self, sentence: Sentence) -> bool:
        """Read `sentence` whole, if it can be."""
        text = marked(sentence.words)
        for segments in islice(self._segments.parses(text, self._memory), _MOST_PARSES):
            try:
                mains = composed(segments)
                found, asked = self._stated(mains)
            except UnreadError:
                continue
            self.stated += [replace(one, text=sentence.text) for one in found]
            self.asked += asked
            self._memory = mains[-1].clause.memory[-_REMEMBERED:] if mains else ()
            return True
        heard = self._predicates.phrases.heard_in(text.words)
        self._memory = (*self._memory, *heard)[-_REMEMBERED:]
        return False

    def _is_remark(self, sentence: Sentence, *, is_strict: bool) -> bool:
        """Whether every clause of it only tells something.

        `is_strict`: it speaks neither to the robot nor of any thing of the scene.
        """
        remarks, words = self._segments.remarks, marked(sentence.words).words
        if is_strict and ("you" in words or not remarks.names_nothing(words)):
            return False
        return all(remarks.tells(tuple(part.split())) for part in " ".join(words).split(" , "))

    def _stated(self, mains: list[Statement]) -> tuple[list[StatedRequirement], list[Event]]:
        """What the clauses of a sentence demand, and what they ask for."""
        found, events = list[StatedRequirement](), list[Event]()
        joined: list[Event] = []
        for main, following in zip_longest(mains, mains[1:]):
            asked = (*self.asked, *events)
            joined = joined if main.joint == "and" else []
            is_ahead = Mark.FIRST in main.adverbials and not events and following
            other = following.clause.event if is_ahead else None
            clause = _lifted(main.clause, asked)
            before = next(iter((*joined[:1], *reversed(asked))), None)
            now = replace(main, clause=clause, other=other or before)
            found += map(self._possible, self._requirements(now))
            own = [clause.event] if clause.event and not clause.negative else []
            events, joined = [*events, *own], [*joined, *own]
        return found, events

    def _requirements(self, main: Statement) -> Iterator[StatedRequirement]:
        clause = main.clause
        is_bound = bool(main.scopes or main.adverbials - {Mark.AGAIN}) or clause.negative
        if (clause.mode == "task" and is_bound) or (clause.is_vague and not clause.negative):
            raise UnreadError("when, or which of them?")
        if clause.mode == "want":
            if not is_bound and is_place(clause.state or NOWHERE):
                return  # where something is wanted is a task
            main = replace(main, clause=replace(clause, mode="be"))
        if clause.mode == "guess":
            if not is_bound:
                raise UnreadError("a demand, or a guess where they are?")
            main = replace(main, clause=replace(clause, mode="be"))
        is_left = clause.mode == "leave" and is_place(clause.state or NOWHERE)
        is_free = clause.may or clause.mode == "have" or is_left  # to let the tap run is a task
        if clause.state is None or clause.mode == "bare":
            is_free = clause.may or not clause.firm
        is_task = clause.mode == "task" or _tells_where_it_ends(main)
        if (is_bound or not is_free) and not is_task:
            yield from requirements(self._predicates.makers, main)

    def _possible(self, found: StatedRequirement) -> StatedRequirement:
        """`found`; raises UnreadError if it is said of everything, or of what no robot moves."""
        moved = {things.names for step in found.trigger for things in step.things if things}
        state = found.state if isinstance(found.state, Lit) and found.state.positive else None
        if state and any(one.others and one.names not in moved for one in state.things):
            raise UnreadError("something, but what?")
        if (
            state
            and state.predicate == "inside"
            and self._predicates.are_fixed(state.things[0].names)
        ):
            raise UnreadError("no robot puts that into anything")
        return found


def _tells_where_it_ends(main: Statement) -> bool:
    """Whether it is a task to bring something somewhere: "leave it on the bench afterwards"."""
    clause = main.clause
    is_asked = clause.mode in ("leave", "have") and not (clause.firm or clause.negative)
    is_late = {scope.kind for scope in main.scopes} <= _LATE and main.adverbials <= _LATE
    return is_asked and is_late and clause.state is not None and is_place(clause.state)


def _lifted(clause: Clause, asked: tuple[Event, ...]) -> Clause:
    """`clause`, whose thing that is picked up is no longer where the task brings it."""
    event = clause.event
    if event is None or event.result or {step.skill for step in event.steps} != {"PICK"}:
        return clause
    things = event.steps[0].things[0]
    for step in (step for one in reversed(asked) for step in one.steps if step.skill in _PLACING):
        moved, where = step.things
        if things and moved and where and moved.names == things.names and not where.others:
            place = replace(where, state=None)
            there = (Lit(name, (things, place)) for name in ("ontop", "overlaid", "inside"))
            return replace(clause, event=replace(event, result=negated(Either(tuple(there)))))
    return clause
