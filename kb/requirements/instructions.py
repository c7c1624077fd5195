"""From an instruction to the constraints that it states, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from is_bench.domain import Domain, load_domain
from is_bench.objects import ObjectTable
from is_bench.reading.requirement import Event, StatedRequirement
from is_bench.reading.sentences import (
    goes_on,
    parts_of,
    refers_back,
    speaks_of_requirements,
)
from is_bench.reading.statements import StatementReader
from is_bench.reading.tokens import MAX_WORDS, Sentence, sentences
from kb.constraint import Constraint
from kb.requirements.building import constraints_of


@dataclass(frozen=True)
class Requirements:
    """What an instruction demands."""

    constraints: tuple[Constraint, ...] = ()
    unread: tuple[str, ...] = ()
    """Sentences and clauses that speak of a requirement and could not be read."""


def read_requirements(
    instruction: str, objects: ObjectTable, domain: Domain | None = None
) -> Requirements:
    """The requirements that `instruction` states about `objects`, to a robot of `domain`.

    Without a domain, they are those of the skills of IS-Bench.  `docs/explanation/requirements.md`
    says what is read.  What speaks of a requirement and cannot be read is in `unread`, never left
    out.  Any text is good; the time is linear in the number of sentences.
    """
    reading = _Reading(objects, StatementReader(objects, domain or _default_domain()))
    for sentence in sentences(instruction):
        reading.read(sentence)
    return Requirements(tuple(reading.constraints()), tuple(dict.fromkeys(reading.unread)))


def read_restatements(
    instruction: str, lines: Sequence[str], objects: ObjectTable, domain: Domain
) -> tuple[Requirements, ...]:
    """What each of `lines` demands where it is said behind `instruction`, without what that states.

    No line depends on another one.  A line that is not one sentence is `unread`.
    """
    behind = _Reading(objects, StatementReader(objects, domain))
    for sentence in sentences(instruction):
        behind.read(sentence)
    return tuple(behind.fork().restated(line) for line in lines)


@cache
def _default_domain() -> Domain:
    return load_domain("is_bench")


class _Reading:
    """What has been read so far."""

    def __init__(
        self, objects: ObjectTable, reader: StatementReader, before: Sequence[Event] = ()
    ) -> None:
        """`before` is what `reader` has been asked for already."""
        self._objects = objects
        self._reader = reader
        self._events = list(before)
        """What the instruction asks for, in its order."""
        self._stated: list[StatedRequirement] = []
        self._is_first = not before
        self._is_cut = False
        """Whether the last sentence was not read."""
        self.unread: list[str] = []

    def fork(self) -> _Reading:
        """What is read on from here, without what has been stated so far."""
        return _Reading(self._objects, self._reader.fork(), self._events)

    def restated(self, line: str) -> Requirements:
        """What `line` demands behind all that has been read."""
        told = sentences(line)
        if len(told) != 1:
            return Requirements(unread=(line,))
        self.read(told[0])
        return Requirements(tuple(self.constraints()), tuple(self.unread))

    def read(self, sentence: Sentence) -> None:
        """Read the next sentence."""
        known = len(self.unread)
        if not self._reader.only_tells(sentence):
            self._read(sentence)
        self._is_cut = len(self.unread) > known

    def _read(self, sentence: Sentence) -> None:
        """Read a sentence whole or in the parts that can be read on their own."""
        if len(sentence.words) > MAX_WORDS or (self._is_cut and goes_on(sentence)):
            self.unread.append(sentence.text)
            return
        is_demanding = speaks_of_requirements(sentence.words)
        if self._take(sentence):
            self._is_first = False
            return
        parts = parts_of(sentence)
        is_first, self._is_first = self._is_first, False
        if not is_demanding and not self._reader.minds_manner(parts, is_first=is_first):
            self._events += self._reader.task(sentence)
            self.unread += [sentence.text] if self._reader.is_verbless(sentence) else []
            return
        read: list[bool] = []
        for part in parts if len(parts) > 1 else []:
            # What a pronoun means may have stood in a part that was not read.
            is_clear = all(read) or not refers_back(part)
            read.append((is_clear and self._take(part)) or self._is_task(part))
        if self._reader.is_exception(sentence):
            self._withdraw()
        if any(read):
            self.unread += [p.text for p, ok in zip(parts, read, strict=True) if not ok and p.text]
        else:
            self.unread.append(sentence.text)

    def _is_task(self, sentence: Sentence) -> bool:
        """Whether it asks for something that is understood in part, and demands nothing."""
        if speaks_of_requirements(sentence.words):
            return False
        events = self._reader.task(sentence)
        self._events += events
        return bool(events) or self._reader.is_request(sentence)

    def _withdraw(self) -> None:
        """Give up the last sentence that was read: there are unread exceptions from it."""
        text = self._stated[-1].text if self._stated else ""
        self.unread += [text] if text else []
        self._stated = [stated for stated in self._stated if stated.text != text]

    def _take(self, sentence: Sentence) -> bool:
        found = self._reader.read(sentence)
        if found is None:
            return False
        self._events += found.events
        self._stated += found.requirements
        return True

    def constraints(self) -> Iterator[Constraint]:
        """What was demanded, but for what the task itself asks for."""
        asked = {step for event in self._events for step in event.steps}
        number = 1
        for stated in self._stated:
            trigger = tuple(step for step in stated.trigger if step not in asked)
            one = replace(stated, trigger=trigger) if stated.lasting else stated
            for constraint in constraints_of(one, number, self._objects):
                yield constraint
                number += 1
