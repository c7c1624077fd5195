"""Sentences that state requirements: read whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice, zip_longest

from is_bench.domain.model import Domain
from is_bench.objects import ObjectTable
from is_bench.reading.composing import composed
from is_bench.reading.demands import apart, is_place
from is_bench.reading.marks import Mark, marked
from is_bench.reading.mentions import Memory
from is_bench.reading.predicates import Predicates
from is_bench.reading.property_patterns import requirements
from is_bench.reading.requirement import (
    INROOM,
    Demands,
    Either,
    Event,
    Lit,
    StatedRequirement,
    UnreadError,
)
from is_bench.reading.scopes import Statement
from is_bench.reading.segments import SegmentReader
from is_bench.reading.stated_clauses import BACK, Clause
from is_bench.reading.words import Sentence, word_list

_MOST_PARSES = 24
"""How many ways to read a sentence are tried."""
_REMEMBERED = 12
"""How many phrases a pronoun may mean of the sentences before."""
_ORDERING = frozenset({Mark.FIRST, Mark.THEN})
_PLACING = frozenset({"PLACE_ON_TOP", "PLACE_INSIDE", "PUT"})
_BEGINNING = frozenset({",", "and", "then", Mark.THEN, "or", "but", "you", "to", Mark.MUST})
"""Words behind which a request may begin."""


@dataclass(frozen=True)
class Stated:
    """What a sentence states."""

    requirements: tuple[StatedRequirement, ...]
    events: tuple[Event, ...]
    """What it asks for."""


class StatementReader:
    """Reads sentence by sentence."""

    def __init__(self, objects: ObjectTable, domain: Domain) -> None:
        """Only what the scene and the domain have can be spoken of."""
        self._predicates = Predicates(objects, domain)
        self._segments = SegmentReader(self._predicates)
        self._memory: Memory = ()
        self._asked: tuple[Event, ...] = ()
        """What has been asked for so far."""

    def fork(self) -> StatementReader:
        """An independent copy: what it reads changes nothing here."""
        return copy(self)

    def read(self, sentence: Sentence) -> Stated | None:
        """What `sentence` states; None if it cannot be read whole."""
        text = marked(sentence.words)
        is_firm = text.words[:2] == (Mark.MUST, ",")
        text = replace(text, words=text.words[2 * is_firm :])
        parses = self._segments.parses(text, self._memory, is_firm=is_firm)
        for segments in islice(parses, _MOST_PARSES):
            try:
                stated, memory = self._stated(composed(segments), sentence.text)
            except UnreadError:
                continue
            self._memory, self._asked = memory[-_REMEMBERED:], (*self._asked, *stated.events)
            return stated
        heard = self._predicates.phrases.heard_in(text.words)
        self._memory = (*self._memory, *heard)[-_REMEMBERED:]
        return None

    def task(self, sentence: Sentence) -> tuple[Event, ...]:
        """What a sentence asks for that could not be read whole, as far as it is understood."""
        words, found, at = marked(sentence.words).words, list[Event](), 0
        while at < len(words):
            is_begun = at == 0 or words[at - 1] in _BEGINNING
            event, end = self._predicates.asked(words[at:]) if is_begun else (None, 1)
            found += [event] if event else []
            at += end
        self._asked += tuple(found)
        return tuple(found)

    def is_remark(self, sentence: Sentence, *, is_strict: bool) -> bool:
        """Whether every clause of it only tells something.

        `is_strict`: it speaks neither to the robot nor of any thing of the scene.
        """
        words = marked(sentence.words).words
        if is_strict and ("you" in words or not self._segments.remarks.names_nothing(words)):
            return False
        parts = " ".join(words).split(" , ")
        return all(self._segments.remarks.tells(tuple(part.split())) for part in parts)

    def names_nothing(self, sentence: Sentence) -> bool:
        """Whether it names no thing of the scene, but people."""
        return self._segments.remarks.names_nothing(sentence.words)

    def is_verbless(self, sentence: Sentence) -> bool:
        """Whether it names things, and neither asks for anything nor tells how they are."""
        words = sentence.words
        is_told = any(w in word_list("be") or self._predicates.is_known(w) for w in words)
        is_order = words[1:2] != () and words[1] in word_list("determiners")
        return not (is_told or is_order or self.names_nothing(sentence))

    def _stated(self, mains: list[Statement], text: str) -> tuple[Stated, Memory]:
        found: list[StatedRequirement] = []
        events: list[Event] = []
        orders = frozenset[str]().union(*(main.adverbials for main in mains)) & _ORDERING
        if orders and any(main.clause.mode == "task" for main in mains):
            raise UnreadError("before or after what?")
        for main, following in zip_longest(mains, mains[1:]):
            asked = (*self._asked, *events)
            clause = _lifted(_meant(main.clause, asked), asked)
            scopes = tuple(
                replace(one, clause=_meant(one.clause, asked)) if one.clause else one
                for one in main.scopes
            )
            is_ahead = Mark.FIRST in main.adverbials and not events and following
            other = following.clause.event if is_ahead else None
            now = replace(
                main,
                clause=clause,
                scopes=scopes,
                other=other or next(reversed(asked), None),
                before=next(reversed(events), None),
            )
            found += map(self._possible, self._requirements(now))
            made = self._made(clause)
            events += [made] if made is not None else []
        stated = tuple(replace(one, text=text) for one in found)
        return Stated(stated, tuple(events)), mains[-1].clause.memory if mains else ()

    def _made(self, clause: Clause) -> Event | None:
        """What `clause` asks for: "first the stove off, ..." is an event, too."""
        if clause.event is not None or clause.mode != "bare" or clause.state is None:
            return None if clause.negative else clause.event
        made = self._predicates.makers.of(clause.state)
        return Event(made, clause.state) if made else None

    def _requirements(self, main: Statement) -> Iterator[StatedRequirement]:
        clause = main.clause
        is_bound = bool(main.scopes or main.adverbials - {Mark.AGAIN}) or clause.negative
        is_bare = clause.mode == "bare"
        if (clause.mode == "task" and is_bound) or (is_bare and isinstance(clause.state, Either)):
            raise UnreadError("when, or which of them?")
        is_free = not is_bound and (clause.may or not clause.firm)
        if clause.event is None and not is_bare and clause.state is not None:
            is_rule = clause.habitual and not clause.firm and not is_bound
            if (clause.is_vague and not clause.negative) or is_rule:
                raise UnreadError("which of them, or as a rule?")
            is_left = clause.mode == "leave" and is_place(clause.state)
            # To let the tap run is a task.
            is_free = not is_bound and (clause.mode == "have" or is_left or clause.may)
        if not is_free and clause.mode != "task":
            yield from requirements(self._predicates.makers, main)

    def _possible(self, found: StatedRequirement) -> StatedRequirement:
        """`found`; raises UnreadError if it cannot be met."""
        state = found.state
        if isinstance(state, Lit):
            are_people = self._predicates.phrases.referents.are_people
            if state.predicate != INROOM and are_people(state.things[0].names):
                raise UnreadError("nobody is moved")
            moved = {things.names for step in found.trigger for things in step.things if things}
            vague = (t for t in state.things if t.others and t.names not in moved)
            if state.positive and any(vague):  # it would be said of everything
                raise UnreadError("something, but what?")
        made = self._predicates.makers.of(state) if state is not None else ()
        if found.demands is Demands.HOLDS and made and set(found.trigger) <= set(made):
            raise UnreadError("what has to be so already")
        return found


def _meant(clause: Clause, asked: tuple[Event, ...]) -> Clause:
    """`clause`, whose "do that" and "it goes in there" mean what was asked for before."""
    placed = [e for e in asked if not _PLACING.isdisjoint(step.skill for step in e.steps)]
    if clause.mode not in BACK:
        return clause
    meant = (placed if clause.mode == "go" else asked)[-1:]
    if not meant:
        raise UnreadError("nothing was asked for before")
    return replace(clause, event=meant[0], mode="")


def _lifted(clause: Clause, asked: tuple[Event, ...]) -> Clause:
    """`clause`, whose thing that is picked up is no longer where the task brings it."""
    event = clause.event
    if event is None or event.result or {step.skill for step in event.steps} != {"PICK"}:
        return clause
    things = event.steps[0].things[0]
    for step in (step for one in reversed(asked) for step in one.steps if step.skill in _PLACING):
        moved, where = step.things
        if things and moved and where and moved.names == things.names and not where.others:
            return replace(clause, event=replace(event, result=apart(things, where)))
    return clause
