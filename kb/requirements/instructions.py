"""From an instruction to what it demands, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from is_bench.objects import ObjectTable
from is_bench.reading.tokens import MAX_WORDS, Sentence, sentences
from kb.constraint import Constraint
from kb.requirements.building import constraints_of
from kb.requirements.cutting import Chunk, cut, said, speaks_of_requirements
from kb.requirements.lexicon import CUES
from kb.requirements.meaning import Demand, Event
from kb.requirements.nouns import Nouns
from kb.requirements.reading import Reader
from kb.requirements.resolving import CannotRead, Resolver
from kb.requirements.statements import Part, Statements
from kb.requirements.syntax import Does, Main, Place, Sub
from kb.requirements.syntax import Nouns as Phrase

_SHARED = frozenset({"before", "end"})
"""Clauses behind several orders that are joined by `and`, which belong to all of them."""


@dataclass(frozen=True)
class Requirements:
    """What an instruction demands."""

    constraints: tuple[Constraint, ...] = ()
    unread: tuple[str, ...] = ()
    """Sentences and clauses that speak of a requirement and could not be read."""


def read_requirements(instruction: str, objects: ObjectTable) -> Requirements:
    """The requirements that `instruction` states about `objects`.

    `docs/requirements.md` tells the grammar.  What speaks of a requirement and cannot be read is
    in `unread`, never left out.  Any text is good; the time is linear in the number of sentences.
    """
    reading = _Reading(objects)
    for number, sentence in enumerate(sentences(instruction)):
        reading.read(number, sentence)
    return Requirements(tuple(reading.constraints()), tuple(dict.fromkeys(reading.unread)))


class _Reading:
    """What has been read so far."""

    def __init__(self, objects: ObjectTable) -> None:
        self._objects = objects
        self._nouns = Nouns(objects)
        self._resolver = Resolver(self._nouns)
        self._reader = Reader(self._resolver)
        self._events: list[Event] = []
        """What the instruction asks for, in its order."""
        self._demands: list[tuple[Demand, str]] = []
        self.unread: list[str] = []

    def read(self, number: int, sentence: Sentence) -> None:
        """Read the next sentence."""
        words = sentence.words
        if len(words) > MAX_WORDS:
            self.unread += [sentence.text] if CUES & set(words) else []
            return
        self._resolver.sentence = number
        statements = Statements(words, self._nouns.known)
        self._resolver.hear(number, statements)
        chunks = cut(statements, self._meaning, self._events[-1] if self._events else None)
        unread = [c for c in chunks if not c.read and speaks_of_requirements(statements, c)]
        for chunk in chunks:
            self._take(chunk, sentence.text)
        if unread and not any(chunk.demands for chunk in chunks):
            self.unread.append(sentence.text)
        else:
            told = (" ".join(said(statements, chunk)) for chunk in unread)
            self.unread += [text.replace(" ,", ",") for text in told]

    def _take(self, chunk: Chunk, text: str) -> None:
        self._events += chunk.events
        self._demands += [(demand, text) for demand in chunk.demands]

    def constraints(self) -> Iterator[Constraint]:
        """What was demanded, but for what the task itself asks for."""
        asked = {step for event in self._events for step in event.steps}
        number = 1
        for demand, text in self._demands:
            before = tuple(step for step in demand.before if step not in asked)
            if demand.lasting and before != demand.before:
                demand = replace(demand, before=before)  # noqa: PLW2901
            for constraint in constraints_of(demand, text, number, self._objects):
                yield constraint
                number += 1

    def _meaning(
        self, parts: Sequence[Part], last: Event | None
    ) -> tuple[list[Demand], list[Event]]:
        demands: list[Demand] = []
        events: list[Event] = []
        mains = _mains(parts)
        for index, (main, subs) in enumerate(mains):
            if main.kind == "same":
                main = _completed(main, [main for main, _ in mains[:index]])  # noqa: PLW2901
            other = events[-1] if events else last
            if any(sub.kind == "first" for sub in subs) and not events:
                other = self._following(mains[index + 1 :]) or last
            found, event = self._reader.demands(main, subs, other)
            demands += _after_the_last(found, subs, events)
            events += [] if event is None else [event]
        return demands, events

    def _following(self, mains: Sequence[tuple[Main, Sequence[Sub]]]) -> Event | None:
        """What is done next, for `first`."""
        if not mains or not isinstance(mains[0][0].clause, Does):
            return None
        return self._reader.demands(mains[0][0], (), None)[1]


def _after_the_last(
    demands: Sequence[Demand], subs: Sequence[Sub], events: Sequence[Event]
) -> list[Demand]:
    """`open it, take the milk out, close it within two steps`: of taking the milk out."""
    if not events or not any(sub.kind == "within" for sub in subs):
        return list(demands)
    earlier = [event.steps for event in events[:-1]]
    last = events[-1].steps
    moved = {step.things[0] for event in events for step in event.steps if step.things}

    def is_later(demand: Demand) -> bool:
        moves = [step for step in demand.after if step.skill.startswith("PLACE")]
        return demand.after in earlier or any(step.things[0] not in moved for step in moves)

    return [replace(demand, after=last) if is_later(demand) else demand for demand in demands]


def _completed(main: Main, before: Sequence[Main]) -> Main:
    """An order that leaves its verb out, with that of the last one before."""
    whole = next((m for m in reversed(before) if m.kind == "do"), None)
    if whole is None or not isinstance(whole.clause, Does) or not isinstance(main.clause, Does):
        raise CannotRead("the verb is missing")
    action, own = whole.clause.action, main.clause.action
    if own.target is not None:
        places = tuple(_plainly(place, action.target) for place in action.places)
        action = replace(action, target=own.target, places=places)
    else:
        kept = [p for p in action.places if p.preposition not in _same_kind(own.places[0])]
        action = replace(action, places=(*kept, *own.places))
    return Main("do", Does(action), negative=True)


def _same_kind(place: Place) -> frozenset[str]:
    goals = frozenset({"on", "in", "to"})
    return goals if place.preposition in goals else frozenset({place.preposition})


def _plainly(place: Place, target: Phrase | None) -> Place:
    """`place` without `only`; what it names is not what was acted on there."""
    nouns = tuple(replace(noun, only=False, unlike=target) for noun in place.nouns.nouns)
    return replace(place, nouns=Phrase(nouns))


def _mains(parts: Sequence[Part]) -> list[tuple[Main, list[Sub]]]:
    """The main clauses, each with the subordinate clauses that belong to it."""
    found: list[tuple[Main, list[Sub]]] = []
    joints: list[str] = []
    leading: list[Sub] = []
    first: list[Sub] = []
    """What stands before all main clauses belongs to them all, but for those behind `but`."""
    joint = ""
    for index, part in enumerate(parts):
        if isinstance(part, str):
            joint = part
        elif isinstance(part, Main):
            first = leading if not found else first
            shared = [] if joint in ("but", "then") or not found else first
            found.append((part, [*shared, *leading]))
            joints.append(joint)
            leading, joint = [], ""
        elif part.kind != "reason":
            if not found or (joint and _leads(parts[index:])):
                leading.append(part)
            else:
                found[-1][1].append(part)
                joint = ""
    _share(found, joints)
    return found


def _leads(parts: Sequence[Part]) -> bool:
    """Whether subordinate clauses are followed by the main clause that they belong to."""
    after = next((part for part in parts if not isinstance(part, Sub)), None)
    return isinstance(after, Main)


def _share(found: list[tuple[Main, list[Sub]]], joints: list[str]) -> None:
    """Give clauses behind the last of several joined orders to those before it, too."""
    for index in range(len(found) - 1, 0, -1):
        main, subs = found[index]
        previous, own = found[index - 1]
        alike = previous.negative == main.negative and previous.kind == main.kind == "do"
        if joints[index] == "and" and alike and not own:
            own += [sub for sub in subs if sub.kind in _SHARED]
