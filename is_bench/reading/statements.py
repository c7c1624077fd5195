"""Sentences that state requirements: read whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice

from is_bench.domain.model import Domain, ParameterRole
from is_bench.objects import ObjectTable
from is_bench.reading import signs
from is_bench.reading.demands import LIFTED, SPAN, Main, Sub, apart, merged
from is_bench.reading.links import opened
from is_bench.reading.mentions import Memory
from is_bench.reading.orders import Orders, acted_on
from is_bench.reading.remarks import PRONOUNS, Remarks
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
from is_bench.reading.sayings import Sayings
from is_bench.reading.sentences import headed
from is_bench.reading.signs import Measure, signed, unnested
from is_bench.reading.situations import Situations
from is_bench.reading.stating import Clause
from is_bench.reading.tokens import Sentence
from is_bench.reading.units import Unit, UnitReader
from is_bench.reading.words import Words, word_list

MOST_PARSES = 24
"""How many ways to read a sentence are tried."""
_REMEMBERED = 12
"""How many phrases a pronoun may mean of the sentences before."""
_STRONG = frozenset({"but", "so", "then", signs.THEN})
_SHARED = frozenset({signs.BEFORE, signs.AFTER, signs.WHEN})
_LASTING = frozenset({signs.WHILE, signs.WITH, signs.IF, signs.WHEN})
_DOING = tuple((it, at) for it in ("it", "that", "this") for at in ("on", "in", "with"))
_SURE = ("make", "sure", "that")
_PLACING = frozenset({"PLACE_ON_TOP", "PLACE_INSIDE", "PUT"})


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
        self._sayings = Sayings(objects, domain)
        self._units = UnitReader(self._sayings)
        self._remarks = Remarks(self._sayings)
        self._orders = Orders(self._sayings.makers)
        self._situations = Situations(self._sayings.makers)
        self._memory: Memory = ()
        self._asked: tuple[Event, ...] = ()
        """What has been asked for so far."""
        self._told: tuple[Event, ...] = ()
        """What the last of the sentences did that asked for anything."""
        self._told_memory: Memory = ()
        self._told_words: Words = ()
        """Those of the last clause that asked for anything."""
        self._places: dict[tuple[str, ...], Things] = {}
        """Where the task brings things, by their names."""

    def fork(self) -> StatementReader:
        """An independent copy: what it reads changes nothing here."""
        other = copy(self)
        other._places = dict(self._places)  # noqa: SLF001  # its own class
        return other

    def read(self, sentence: Sentence) -> Stated | None:
        """What `sentence` states; None if it cannot be read whole."""
        text, is_firm = headed(signed(sentence.words))
        if text.words[:1] == ("do",) and text.words[1:3] in _DOING and self._told_words:
            again = ("you", "must", *self._told_words, *text.words[2:])
            text = replace(text, words=again)
        heard = tuple(self._sayings.phrases.heard_in(text.words))
        ahead = (replace(one, role=ParameterRole.PLACE) for one in reversed(heard))
        memory = (*ahead, *self._memory)
        ways = [*unnested(text), *([replace(text, words=(*_SURE, *text.words))] if is_firm else [])]
        parses = (units for way in ways for units in self._units.parses(way, memory))
        for units in islice(parses, MOST_PARSES):
            try:
                mains = _mains(units, is_firm=is_firm)
                stated, memory = self._composed(mains, sentence.text)
            except UnreadError:
                continue
            is_explained = len(units) > len(mains)
            if self._is_manner(mains, stated, sentence.words, is_explained=is_explained):
                break
            self._memory = memory[len(heard) :][-_REMEMBERED:]
            self._note(stated.events)
            if stated.events and mains[-1].clause.words:
                self._told_words = mains[-1].clause.words
            return stated
        self._memory = (*self._memory, *heard)[-_REMEMBERED:]
        return None

    def _is_manner(
        self, mains: list[Main], stated: Stated, words: Words, *, is_explained: bool
    ) -> bool:
        """Whether it asks only how something is to be done: "you must pour it slowly"."""
        plain = [main for main in mains if main.clause.event is not None and not main.subs]
        if len(plain) < len(mains) or any(main.clause.negative for main in mains):
            return False
        known = {step for event in self._asked for step in event.steps}
        is_known = all(known.issuperset(event.steps) for event in stated.events)
        is_firm = is_explained or any(main.clause.firm for main in mains)
        told = not word_list("manner").isdisjoint(words)
        return bool(stated.events) and (
            (is_known and not stated.requirements) or (told and is_firm)
        )

    def minds_manner(self, clauses: Sequence[Sentence], *, is_first: bool) -> bool:
        """Whether a clause behind the task asks for what no skill does: "treat it with care"."""
        known = {step for event in self._asked for step in event.steps}
        is_told = any(not word_list("manner").isdisjoint(one.words) for one in clauses)
        for clause in clauses:
            words, _ = opened(signed(clause.words).words)
            if words[:1] == ("be",) and len(words) > 1:
                return True
            steps = [step for event, _ in self._sayings.asked(words) for step in event.steps]
            is_again = known.issuperset(steps) and not PRONOUNS.isdisjoint(words)
            if is_told and not steps and len(clauses) > 1:  # how, and why so
                return True
            if not is_first and (
                is_again if steps else not word_list("minding").isdisjoint(words[:1])
            ):
                return True
            known.update(steps)
            is_first = False
        return False

    def only_tells(self, sentence: Sentence) -> bool:
        """Whether every clause tells what somebody does or has done, and asks for nothing."""
        return self._remarks.only_tells(signed(sentence.words).words)

    def is_request(self, sentence: Sentence) -> bool:
        """Whether it asks for something as a whole, whether or not a skill does it."""
        return self._sayings.is_request(signed(sentence.words).words)

    def is_verbless(self, sentence: Sentence) -> bool:
        """Whether it names things, and neither asks for anything nor tells how they are."""
        words = sentence.words
        is_told = any(w in word_list("be") or self._sayings.is_verb(w) for w in words)
        is_told = is_told or self._has_unknown_verb(words)
        return not is_told and any(self._sayings.phrases.heard_in(words))

    def _has_unknown_verb(self, words: Words) -> bool:
        """Whether it begins like an order, with a word that is no name: "frobnicate the mug"."""
        before_things = word_list("determiners") | word_list("prepositions") - {"of"}
        is_order = len(words) > 1 and words[1] in before_things and words[0] not in before_things
        return is_order and not any(self._sayings.phrases.heard_in(words[:1]))

    def task(self, sentence: Sentence) -> tuple[Event, ...]:
        """What a sentence asks for that could not be read whole, as far as it is understood."""
        asked = tuple(self._sayings.asked(signed(sentence.words).words))
        events = tuple(event for event, _ in asked)
        self._told_words = asked[-1][1] if asked else self._told_words
        for event in events:
            self._note_places(event)
        self._note(events)
        return events

    def _note(self, events: tuple[Event, ...]) -> None:
        """Remember what is asked for."""
        if events:
            self._asked, self._told = (*self._asked, *events), events
            self._told_memory = self._memory

    def is_exception(self, sentence: Sentence) -> bool:
        """Whether it names nothing, so that it can only except from what was said before."""
        words = signed(sentence.words).words
        is_conditional = words[:1] in ((signs.IF,), (signs.UNLESS,), (signs.EXCEPT,))
        is_conditional = is_conditional and words[1:4] != ("there", "is", "not")
        return is_conditional and not any(self._sayings.phrases.heard_in(words))

    def _composed(self, mains: list[Main], text: str) -> tuple[Stated, Memory]:
        found: list[StatedRequirement] = []
        events: list[Event] = []
        for index, main in enumerate(mains):
            clause = self._meant(self._lifted(main.clause), (*self._asked, *events))
            other = next(reversed((*self._asked, *events)), None)
            if signs.FIRST in main.floats and not events and mains[index + 1 :]:
                other = mains[index + 1].clause.event or other
            before = events[-1] if events else None
            subs = tuple(self._referring(sub, (*self._asked, *events)) for sub in main.subs)
            now = replace(main, clause=clause, subs=subs, other=other, before=before)
            is_last = signs.ORDER in main.floats and before is not None
            now = replace(now, floats=now.floats - {signs.ORDER}) if is_last else now
            is_leave = (
                clause.may
                and bool(mains[index + 1 :])
                and not (clause.exclusive or clause.negative)
            )
            if not is_leave or subs or now.floats or clause.event is None:
                found += map(self._possible, self._requirements(merged(now), tuple(events)))
            if clause.event is not None and not clause.negative and not clause.exclusive:
                events.append(clause.event)
                self._note_places(clause.event)
            if is_last:
                found += self._orders.sequence(tuple(events), (), ())
        stated = tuple(replace(one, text=text) for one in found)
        return Stated(stated, tuple(events)), mains[-1].clause.memory if mains else ()

    def _referring(self, sub: Sub, asked: tuple[Event, ...]) -> Sub:
        return sub if sub.clause is None else replace(sub, clause=self._meant(sub.clause, asked))

    def _meant(self, clause: Clause, asked: tuple[Event, ...]) -> Clause:
        """`clause`, whose "do that" and "it goes in there" mean what was asked for before."""
        if clause.mode not in ("again", "start", "go"):
            return clause
        placed = [event for event in asked if _is_placing(event)]
        meant = {"again": asked[-1:], "start": asked, "go": tuple(placed[-1:])}[clause.mode]
        steps = tuple(dict.fromkeys(step for event in meant for step in event.steps))
        if clause.mode == "start":
            return replace(clause, event=Event((*steps, ANY_STEP)), mode="do")
        if not steps:
            raise UnreadError("nothing was asked for before")
        event = meant[0] if len(meant) == 1 else Event(steps)
        return replace(clause, event=event, mode="do")

    def _requirements(self, main: Main, events: tuple[Event, ...]) -> Iterator[StatedRequirement]:
        clause = main.clause
        if clause.habitual and clause.event is None and not (main.subs or clause.negative):
            raise UnreadError("a rule, or what is so as a rule?")
        if clause.mode == "pause":
            yield self._orders.pause(main)
        elif clause.mode == "order":
            named = [one.names for one in clause.memory] if clause.words else []
            is_list = len(self._told) > 1 or len(acted_on(self._told[0]) if self._told else ()) > 1
            told = events or (self._told if is_list else self._asked)
            if len(named) == 1:  # "the apple first": before the rest
                acted = (name for event in told for name in acted_on(event))
                named.append(tuple(name for name in acted if name not in named[0]))
            yield from self._orders.sequence(told, self._told_memory, named)
        elif main.count is not None and len(main.subs) == 1 and main.subs[0].kind in _LASTING:
            yield from self._situations.counted(main, main.count, main.subs[0].known)
        elif main.count is not None:
            yield from self._orders.counted(main, main.count)
        elif clause.event is not None and self._is_lasting(main):
            lasting = replace(main, clause=replace(clause, mode="keep"))
            yield from self._situations.read(lasting, clause.event.result or Either(()))
        elif clause.event is not None:
            yield from self._orders.read(main, clause.event)
        elif clause.state is not None:
            yield from self._situations.read(main, clause.state)

    def _is_lasting(self, main: Main) -> bool:
        """Whether it has no verb, and tells what is so as long as something else is."""
        is_so = any(sub.kind in _LASTING and sub.state is not None for sub in main.subs)
        event = main.clause.event
        return main.clause.mode == "bare" and is_so and event is not None and bool(event.result)

    def _possible(self, found: StatedRequirement) -> StatedRequirement:
        """`found`; raises UnreadError if steps need what they alone bring about."""
        room = found.state if isinstance(found.state, Lit) else None
        is_room = room is not None and room.predicate == "inroom"
        if room is not None and is_room and (room.positive or DONE in found.trigger):
            raise UnreadError("nobody is sent to a room")
        if (
            room is not None
            and not is_room
            and self._sayings.phrases.referents.are_people(room.things[0].names)
        ):
            raise UnreadError("nobody is moved")
        made = self._sayings.makers.of(found.state) if found.state is not None else ()
        if found.demands is not Demands.HOLDS or not made:
            return found
        trigger = tuple(_without(step, made) for step in found.trigger)
        if set(trigger) <= set(made):
            raise UnreadError("what has to be so already")
        return replace(found, trigger=trigger)

    def _note_places(self, event: Event) -> None:
        """Remember where things are brought."""
        for step in event.steps:
            if step.skill in _PLACING:
                things, where = step.things
                if things is not None and where is not None and not where.others:
                    self._places[things.names] = where

    def _lifted(self, clause: Clause) -> Clause:
        """`clause`, whose thing that is picked up is no longer where the task brings it."""
        event = clause.event
        if event is None or event.result or {step.skill for step in event.steps} != {"PICK"}:
            return clause
        things = event.steps[0].things[0]
        place = self._places.get(things.names) if things is not None else None
        if things is None or place is None:
            return clause
        return replace(clause, event=replace(event, result=apart(things, place, LIFTED)))


def _without(step: Step, made: Sequence[Step]) -> Step:
    """`step` over those of several things that are not what `made` brings about alone."""
    first = step.things[0] if len(step.things) == 1 else None
    names = {name for one in made if one.skill == step.skill for name in _names(one)}
    if first is None or len(first.names) < 2 or not names & set(first.names):
        return step
    left = tuple(name for name in first.names if name not in names)
    return replace(step, things=(replace(first, names=left),)) if left else step


def _names(step: Step) -> tuple[str, ...]:
    return step.things[0].names if step.things and step.things[0] is not None else ()


def _is_placing(event: Event) -> bool:
    """Whether it brings something somewhere."""
    return any(step.skill in _PLACING for step in event.steps)


def _mains(units: list[Unit], *, is_firm: bool) -> list[Main]:
    """The main clauses, each with what says when; `is_firm`: every one demands something."""
    mains: list[Main] = []
    joints: list[str] = []
    ahead: tuple[Sub, ...] = ()
    first: tuple[Sub, ...] = ()
    for unit, behind in zip(units, [*units[1:], Unit()], strict=True):
        if unit.clause is not None and unit.clause.mode == "behind":
            mains[-1] = _with(mains[-1], unit)
        elif unit.clause is not None:
            first = first if mains else ahead
            shared = first if mains and unit.joint not in _STRONG else ()
            clause = replace(unit.clause, firm=unit.clause.firm or is_firm)
            is_ordered = clause.firm or clause.may or bool(unit.measures)
            is_later = unit.joint == signs.THEN and (clause.may or (not mains and is_ordered))
            floats = frozenset({signs.THEN}) if is_later else frozenset()
            mains.append(_with(Main(clause, (*shared, *ahead), floats), unit))
            joints.append(unit.joint)
            ahead = ()
            if signs.TOGETHER in unit.floats and mains[-2:-1] and mains[-2].clause.negative:
                raise UnreadError("together with what?")
        elif unit.sub is not None and mains and not _leads(unit, behind):
            mains[-1] = replace(mains[-1], subs=(*mains[-1].subs, unit.sub))
        elif unit.sub is not None:
            is_with = unit.sub.kind == signs.WITH  # ahead of all: as long as that is so
            ahead = (*ahead, replace(unit.sub, kind=signs.WHILE) if is_with else unit.sub)
    if ahead and mains:
        mains[-1] = replace(mains[-1], subs=(*mains[-1].subs, *ahead))
    return _sharing(mains, joints)


def _leads(unit: Unit, behind: Unit) -> bool:
    """Whether what says when belongs to the main clause behind it."""
    return unit.joint not in ("", ",") and (behind.clause is not None or behind.sub is not None)


def _with(main: Main, unit: Unit) -> Main:
    """`main` with the adverbials of a unit."""
    short = [Measure("most", span) for sign, span in signs.SHORT.items() if sign in unit.floats]
    spans = tuple(Sub(SPAN, measure=measure) for measure in (*unit.measures, *short))
    floats = main.floats | (unit.floats - {signs.SOON})
    count = unit.count or main.count
    return replace(main, subs=(*main.subs, *spans), floats=floats, count=count)


def _sharing(mains: list[Main], joints: list[str]) -> list[Main]:
    """Give what says when behind the last of several joined orders to those before it, too."""
    for index in range(len(mains) - 1, 0, -1):
        main, previous = mains[index], mains[index - 1]
        alike = main.clause.negative == previous.clause.negative and not previous.subs
        alike = alike and (main.clause.event is None) == (previous.clause.event is None)
        kept = tuple(s for s in main.subs if s.kind in _SHARED and _is_other(s, previous))
        is_plain = all(sub.kind == signs.BEFORE for sub in kept)
        if joints[index] == "and" and alike and (is_plain or previous.clause.firm):
            floats = previous.floats | ({signs.END} & main.floats)
            mains[index - 1] = replace(previous, subs=kept, floats=floats)
    return mains


def _is_other(sub: Sub, main: Main) -> bool:
    """Whether `sub` does not speak of what `main` asks for itself."""
    own, told = main.clause.event, sub.clause.event if sub.clause is not None else None
    return own is None or told is None or set(own.steps).isdisjoint(told.steps)
