"""From an instruction to the constraints that it states, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from is_bench.domain import Domain, load_domain
from is_bench.objects import ObjectTable
from is_bench.reading.marks import Mark, marked
from is_bench.reading.predicates import PRONOUNS
from is_bench.reading.requirement import Event, StatedRequirement
from is_bench.reading.requirement_cues import speaks_of_requirements
from is_bench.reading.statements import StatementReader
from is_bench.reading.words import MAX_WORDS, Sentence, sentences, word_list
from kb.constraint import Constraint
from kb.requirements.building import constraints_of

_JOINTS = frozenset({"and", "but", "so", "without"})
"""Words behind a pause at which a clause begins that may be read on its own."""


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
    reader = StatementReader(objects, domain or _default_domain())
    return _Reading(objects, reader).through(instruction).found()


def read_restatements(
    instruction: str, lines: Sequence[str], objects: ObjectTable, domain: Domain
) -> tuple[Requirements, ...]:
    """What each of `lines` demands where it is said behind `instruction`, without what that states.

    No line depends on another one.  A line that is not one sentence is `unread`.
    """
    behind = _Reading(objects, StatementReader(objects, domain)).through(instruction)
    return tuple(behind.restated(line) for line in lines)


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
        self._unread: list[str] = []
        self._is_cut = False
        """Whether the last sentence was not read."""

    def restated(self, line: str) -> Requirements:
        """What `line` demands behind all that has been read; nothing here changes."""
        if len(sentences(line)) != 1:
            return Requirements(unread=(line,))
        return _Reading(self._objects, self._reader.fork(), self._events).through(line).found()

    def found(self) -> Requirements:
        """All that was read."""
        return Requirements(tuple(self._constraints()), tuple(dict.fromkeys(self._unread)))

    def through(self, text: str) -> _Reading:
        """Read the sentences of `text`, each whole or in the parts that can be read alone."""
        for sentence in sentences(text):
            known = len(self._unread)
            is_back = marked(sentence.words).words[:1] == (Mark.THEN,) and self._is_cut
            if len(sentence.words) > MAX_WORDS or is_back:
                self._unread.append(sentence.text)
            elif not self._take(sentence):
                self._read_parts(sentence)
            self._is_cut = len(self._unread) > known
        return self

    def _take(self, sentence: Sentence) -> bool:
        """Read `sentence` whole, if it can be."""
        found = self._reader.read(sentence)
        if found is None:
            return False
        self._events += found.events
        self._stated += found.requirements
        return True

    def _read_parts(self, sentence: Sentence) -> None:
        is_demanding, parts = speaks_of_requirements(sentence.words), _parts(sentence)
        if self._reader.is_remark(sentence, is_strict=is_demanding):
            return
        if not is_demanding:
            self._events += self._reader.task(sentence)
            self._unread += [sentence.text] if self._reader.is_verbless(sentence) else []
            return
        read: list[bool] = []
        for part in parts if len(parts) > 1 else []:
            # What a pronoun means may have stood in a part that was not read.
            is_clear = all(read) or PRONOUNS.isdisjoint(marked(part.words).words)
            read.append((is_clear and self._take(part)) or self._is_task(part))
        if sentence.words[0] in word_list("exceptions") and self._reader.names_nothing(sentence):
            self._withdraw()
        unread = [part.text for part, is_read in zip(parts, read, strict=False) if not is_read]
        self._unread += unread if any(read) else [sentence.text]

    def _is_task(self, sentence: Sentence) -> bool:
        """Whether it asks for something that is understood in part, and demands nothing."""
        if speaks_of_requirements(sentence.words):
            return False
        events = self._reader.task(sentence)
        self._events += events
        return bool(events) or self._reader.is_remark(sentence, is_strict=False)

    def _withdraw(self) -> None:
        """Give up the last sentence that was read: there are unread exceptions from it."""
        text = self._stated[-1].text if self._stated else ""
        self._unread += [text] if text else []
        self._stated = [stated for stated in self._stated if stated.text != text]

    def _constraints(self) -> Iterator[Constraint]:
        """What was demanded, but for what the task itself asks for."""
        asked = {step for event in self._events for step in event.steps}
        number = 1
        for stated in self._stated:
            trigger = tuple(step for step in stated.trigger if step not in asked)
            one = replace(stated, trigger=trigger) if stated.lasting else stated
            for constraint in constraints_of(one, number, self._objects):
                yield constraint
                number += 1


def _parts(sentence: Sentence) -> list[Sentence]:
    """The clauses of a sentence that may be read on their own: behind ", and" and ", but"."""
    words = sentence.words
    pauses = (at for at, word in enumerate(words[:-1]) if at and word == ",")
    starts = [0, *(at for at in pauses if words[at + 1] in _JOINTS)]
    found = []
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        own = words[start + 1 + (words[start + 1] != "without") if start else 0 : end]
        if own:
            found.append(Sentence(" ".join(own).replace(" ,", ","), own))
    return found
