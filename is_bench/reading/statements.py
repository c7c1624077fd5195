"""Sentences that state requirements: read whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from is_bench.domain.model import Domain
from is_bench.objects import ObjectTable
from is_bench.reading.demands import apart, is_place, never, too_early
from is_bench.reading.marks import Mark, marked
from is_bench.reading.mentions import Memory, Names
from is_bench.reading.predicates import Predicates
from is_bench.reading.property_patterns import requirements
from is_bench.reading.requirement import (
    ANY_STEP,
    DONE,
    Demands,
    Either,
    Event,
    Lit,
    StatedRequirement,
    Step,
    Things,
    UnreadError,
)
from is_bench.reading.scopes import SPAN, Scope, Statement
from is_bench.reading.segments import Segment, SegmentReader
from is_bench.reading.stated_clauses import Clause
from is_bench.reading.tokens import Sentence
from is_bench.reading.words import Words, word_list

_MOST_PARSES = 24
"""How many ways to read a sentence are tried."""
_REMEMBERED = 12
"""How many phrases a pronoun may mean of the sentences before."""
_SHARED = frozenset({Mark.BEFORE, Mark.AFTER, Mark.WHEN})
_ORDERING = frozenset({Mark.FIRST, Mark.THEN, Mark.LAST, Mark.ORDER})
_BEGINNING = frozenset(
    {",", "and", "then", Mark.THEN, "or", "but", "please", "you", "to", Mark.MUST}
)
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
        text = replace(text, words=text.words[2:]) if is_firm else text
        heard = tuple(self._predicates.phrases.heard_in(text.words))
        parses = self._segments.parses(text, self._memory, is_firm=is_firm)
        for segments in islice(parses, _MOST_PARSES):
            try:
                stated, memory = self._composed(_statements(segments), sentence.text)
            except UnreadError:
                continue
            self._memory = memory[-_REMEMBERED:]
            self._asked += stated.events
            return stated
        self._memory = (*self._memory, *heard)[-_REMEMBERED:]
        return None

    def task(self, sentence: Sentence) -> tuple[Event, ...]:
        """What a sentence asks for that could not be read whole, as far as it is understood."""
        words, found, at = marked(sentence.words).words, [], 0
        while at < len(words):
            is_begun = at == 0 or words[at - 1] in _BEGINNING
            asked = next(self._predicates.asked(words[at:]), None) if is_begun else None
            found += [asked[0]] if asked else []
            at += asked[2] if asked else 1
        self._asked += tuple(found)
        return tuple(found)

    def is_request(self, sentence: Sentence) -> bool:
        """Whether it asks for something as a whole, whether or not a skill does it."""
        return self._predicates.is_request(marked(sentence.words).words)

    def is_remark(self, sentence: Sentence, *, is_plain: bool) -> bool:
        """Whether every clause of it only tells something.

        `is_plain`: it speaks neither to the robot nor of any thing of the scene.
        """
        words = marked(sentence.words).words
        if is_plain and ("you" in words or not self.names_nothing(words)):
            return False
        parts = " ".join(words).split(" , ")
        return all(self._segments.is_remark(tuple(part.split())) for part in parts)

    def is_verbless(self, words: Words) -> bool:
        """Whether it names things, and neither asks for anything nor tells how they are."""
        is_told = any(w in word_list("be") or self._predicates.is_known(w) for w in words)
        return not (is_told or self.names_nothing(words))

    def names_nothing(self, words: Words) -> bool:
        """Whether no thing of the scene is named among `words`, but people."""
        heard = (one.names for one in self._predicates.phrases.heard_in(words))
        return all(map(self._predicates.phrases.referents.are_people, heard))

    def _composed(self, mains: list[Statement], text: str) -> tuple[Stated, Memory]:
        found: list[StatedRequirement] = []
        events: list[Event] = []
        orders = frozenset().union(*(main.adverbials for main in mains)) & _ORDERING
        if orders and any(main.clause.mode == "task" for main in mains):
            raise UnreadError("before or after what?")
        for index, main in enumerate(mains):
            asked = (*self._asked, *events)
            clause = _lifted(_meant(main.clause, asked), asked)
            scopes = tuple(
                replace(one, clause=_meant(one.clause, asked)) if one.clause else one
                for one in main.scopes
            )
            following = mains[index + 1].clause.event if mains[index + 1 :] else None
            other = next(reversed(asked), None)
            if Mark.FIRST in main.adverbials and not events:
                other = following or other
            now = replace(
                main, clause=clause, scopes=scopes, other=other, before=next(reversed(events), None)
            )
            if Mark.ORDER not in now.adverbials or now.scopes:
                found += map(self._possible, self._requirements(now, tuple(events)))
            if clause.event is not None and not clause.negative and not clause.exclusive:
                events.append(clause.event)
            elif clause.mode == "bare" and clause.state is not None:
                made = self._predicates.makers.of(clause.state)
                events += [Event(made, clause.state)] if made else []
        named = [
            one.clause.memory[0].names
            for one in mains
            if one.clause.mode == "order" and one.clause.words
        ]
        ordered = [main for main in mains if Mark.ORDER in main.adverbials]
        listed = ordered[-1].clause.memory[-1:] if ordered else ()
        if listed and len(listed[0].names) > 1 and not named:
            named = [(name,) for name in listed[0].names]
        elif ordered:
            found += _in_order([one.steps for one in (events if len(events) > 1 else self._asked)])
        if named:
            found += _named_order(named, (*self._asked, *events))
        stated = tuple(replace(one, text=text) for one in found)
        return Stated(stated, tuple(events)), mains[-1].clause.memory if mains else ()

    def _requirements(
        self, main: Statement, events: tuple[Event, ...]
    ) -> Iterator[StatedRequirement]:
        clause = main.clause
        is_bound = bool(main.scopes or main.count or clause.exclusive)
        idle = {Mark.AGAIN} if clause.may else {Mark.AGAIN, Mark.THEN}
        is_bound = is_bound or bool(main.adverbials - idle)
        if clause.mode == "task":
            if is_bound:
                raise UnreadError("when is what to be done?")
        elif clause.mode == "pause":
            yield from self._pause(main)
        elif clause.mode == "bare" and isinstance(clause.state, Either):
            raise UnreadError("which of them?")
        elif clause.event is not None or clause.mode == "bare":
            is_task = not (clause.firm or clause.negative or is_bound)
            if is_task or (clause.may and not clause.negative and not is_bound):
                return
            yield from requirements(self._predicates.makers, main)
        elif clause.state is not None:
            if clause.is_vague and not clause.negative:
                raise UnreadError("which of them?")
            is_rule = clause.habitual and not (clause.negative or main.scopes)
            if is_rule and not main.adverbials:
                raise UnreadError("a rule, or what is so as a rule?")
            is_left = clause.mode == "leave" and is_place(clause.state)
            if (clause.mode == "have" or is_left) and not (clause.negative or is_bound):
                return  # to let the tap run is a task
            yield from requirements(self._predicates.makers, main)

    def _pause(self, main: Statement) -> Iterator[StatedRequirement]:
        """`wait ten seconds after turning the stove off before you wipe it`."""
        kinds = {scope.kind: scope for scope in main.scopes}
        measures = [scope.measure for scope in main.scopes if scope.measure is not None]
        before, after = kinds.get(Mark.BEFORE), kinds.get(Mark.AFTER) or kinds.get(Mark.WHEN)
        if before is None or before.event is None or len(measures) != 1:
            raise UnreadError("wait from when to when?")
        begun = after.event if after is not None else main.other
        if begun is None:
            raise UnreadError("wait from when on?")
        yield never(begun.steps, before.event.steps, too_early(measures[0]))

    def _possible(self, found: StatedRequirement) -> StatedRequirement:
        """`found`; raises UnreadError if it cannot be met."""
        state = found.state if isinstance(found.state, Lit) else None
        if (
            state is not None
            and state.predicate == "inroom"
            and (state.positive or DONE in found.trigger)
        ):
            raise UnreadError("nobody is sent to a room")
        people = self._predicates.phrases.referents.are_people
        if state is not None and state.predicate != "inroom" and people(state.things[0].names):
            raise UnreadError("nobody is moved")
        made = self._predicates.makers.of(found.state) if found.state is not None else ()
        if found.demands is not Demands.HOLDS or not made:
            return found
        trigger = tuple(_without(step, made) for step in found.trigger)
        if set(trigger) <= set(made):
            raise UnreadError("what has to be so already")
        return replace(found, trigger=trigger)


def _meant(clause: Clause, asked: tuple[Event, ...]) -> Clause:
    """`clause`, whose "do that" and "it goes in there" mean what was asked for before."""
    placed = [e for e in asked if any(step.skill.startswith("PLACE") for step in e.steps)]
    meant = {"again": asked[-1:], "start": asked, "go": tuple(placed[-1:])}.get(clause.mode)
    if meant is None:
        return clause
    steps = tuple(dict.fromkeys(step for event in meant for step in event.steps))
    if clause.mode == "start":
        return replace(clause, event=Event((*steps, ANY_STEP)), mode="")
    if not steps:
        raise UnreadError("nothing was asked for before")
    return replace(clause, event=meant[0], mode="")


def _lifted(clause: Clause, asked: tuple[Event, ...]) -> Clause:
    """`clause`, whose thing that is picked up is no longer where the task brings it."""
    event = clause.event
    if event is None or event.result or {step.skill for step in event.steps} != {"PICK"}:
        return clause
    things = event.steps[0].things[0]
    for step in (step for one in reversed(asked) for step in one.steps if len(step.things) == 2):
        moved, where = step.things
        is_put = step.skill in ("PLACE_ON_TOP", "PLACE_INSIDE", "PUT") and moved and where
        if things and is_put and moved.names == things.names and not where.others:
            return replace(clause, event=replace(event, result=apart(things, where)))
    return clause


def _in_order(each: list[tuple[Step, ...]]) -> Iterator[StatedRequirement]:
    """`stick to that order`: of what was asked for."""
    if len(each) < 2:
        raise UnreadError("which things in order?")
    for first, then in pairwise(each):
        yield StatedRequirement(Demands.DONE, then, None, first)


def _named_order(named: list[Names], events: tuple[Event, ...]) -> Iterator[StatedRequirement]:
    """`the plate first, the cup second`: of what was asked for."""
    acted = {name for event in events for step in event.steps for name in _names(step)}
    if len(named) == 1:  # before the rest
        named = [*named, tuple(sorted(acted - set(named[0])))]
    steps = dict.fromkeys(step for event in events for step in event.steps)
    each = [
        tuple(_of(step, names) for step in steps if set(names) & set(_names(step)))
        for names in named
    ]
    if not all(each):
        raise UnreadError("what is done first?")
    yield from _in_order(each)


def _of(step: Step, names: Names) -> Step:
    own = tuple(name for name in _names(step) if name in names)
    return replace(step, things=(Things(own), *step.things[1:]))


def _without(step: Step, made: tuple[Step, ...]) -> Step:
    """`step` over those of several things that are not what `made` brings about alone."""
    first = step.things[0] if len(step.things) == 1 else None
    names = {name for one in made if one.skill == step.skill for name in _names(one)}
    if first is None or len(first.names) < 2 or not names & set(first.names):
        return step
    left = tuple(name for name in first.names if name not in names)
    return replace(step, things=(replace(first, names=left),)) if left else step


def _names(step: Step) -> tuple[str, ...]:
    return step.things[0].names if step.things and isinstance(step.things[0], Things) else ()


def _statements(segments: list[Segment]) -> list[Statement]:
    """The main clauses, each with what says when."""
    mains: list[Statement] = []
    joints: list[str] = []
    ahead: tuple[Scope, ...] = ()
    first: tuple[Scope, ...] = ()
    early = Segment()
    around = zip([Segment(scope=Scope("")), *segments[:-1]], segments, [*segments[1:], Segment()])
    for previous, segment, behind in around:
        clause, scope = segment.clause, segment.scope
        if clause is not None and clause.mode == "behind":
            mains[-1] = _with(mains[-1], segment)
        elif clause is not None:
            first = first if mains else ahead
            shared = first if mains and segment.joint in ("", ",", "and") else ()
            is_later = segment.joint in ("then", Mark.THEN)
            is_later = is_later and (clause.may or (clause.firm and not mains))
            adverbials = frozenset({Mark.THEN}) if is_later else frozenset[str]()
            scopes = tuple(dict.fromkeys((*shared, *ahead)))
            mains.append(_with(_with(Statement(clause, scopes, adverbials), early), segment))
            early = Segment()
            joints.append(segment.joint)
            ahead = ()
        elif scope is not None and not segment.joint and previous == Segment(joint=previous.joint):
            pass  # of a remark: "the fuse blows if both are on"
        elif scope is not None:
            is_next = segment.joint not in ("", ",") and (behind.clause or behind.scope)
            if mains and not is_next:
                mains[-1] = replace(mains[-1], scopes=(*mains[-1].scopes, scope))
            else:
                is_with = scope.kind == Mark.WITH  # ahead of all: as long as that is so
                ahead = (*ahead, replace(scope, kind=Mark.WHILE) if is_with else scope)
        elif segment.adverbials or segment.measures:
            early = segment
    if ahead and mains:
        mains[-1] = replace(mains[-1], scopes=(*mains[-1].scopes, *ahead))
    return _sharing(mains, joints)


def _with(main: Statement, segment: Segment) -> Statement:
    """`main` with the adverbials of a segment."""
    spans = tuple(Scope(SPAN, measure=measure) for measure in segment.measures)
    count = segment.count or main.count
    adverbials = main.adverbials | segment.adverbials
    return replace(main, scopes=(*main.scopes, *spans), adverbials=adverbials, count=count)


def _sharing(mains: list[Statement], joints: list[str]) -> list[Statement]:
    """Give what says when behind the last of several joined clauses to those before it, too."""
    for index in range(len(mains) - 1, 0, -1):
        main, previous = mains[index], mains[index - 1]
        a, b = main.clause, previous.clause
        is_alike = a.negative == b.negative and (a.event is None) == (b.event is None)
        kept = tuple(scope for scope in main.scopes if scope.kind in _SHARED)
        is_plain = all(scope.kind == Mark.BEFORE for scope in kept)
        if joints[index] == "and" and is_alike and not previous.scopes and (is_plain or b.firm):
            adverbials = previous.adverbials | ({Mark.END} & main.adverbials)
            mains[index - 1] = replace(previous, scopes=kept, adverbials=adverbials)
    return mains
