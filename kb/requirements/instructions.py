"""From an instruction to the constraints that it states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from is_bench.domain import Domain, load_domain
from is_bench.objects import ObjectTable
from is_bench.reading.statements import StatementReader
from is_bench.reading.words import sentences
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
    reader = StatementReader(objects, domain or load_domain("is_bench"))
    reader.read(instruction)
    return _found(reader)


def read_restatements(
    instruction: str, lines: Sequence[str], objects: ObjectTable, domain: Domain
) -> tuple[Requirements, ...]:
    """What each of `lines` demands where it is said behind `instruction`, without what that states.

    No line depends on another one.  A line that is not one sentence is `unread`.
    """
    reader = StatementReader(objects, domain)
    reader.read(instruction)
    return tuple(_restated(reader.behind(), line) for line in lines)


def _restated(reader: StatementReader, line: str) -> Requirements:
    if len(sentences(line)) != 1:
        return Requirements(unread=(line,))
    reader.read(line)
    return _found(reader)


def _found(reader: StatementReader) -> Requirements:
    """What was demanded, but for what the task itself asks for."""
    asked = {step for event in reader.asked for step in event.steps}
    found: list[Constraint] = []
    for stated in reader.stated:
        trigger = tuple(step for step in stated.trigger if step not in asked)
        one = replace(stated, trigger=trigger) if stated.lasting else stated
        found += constraints_of(one, len(found) + 1)
    return Requirements(tuple(found), tuple(dict.fromkeys(reader.unread)))
