"""Readings of requirements that a language model may doubt, and its doubts.

A doubt takes nothing back.  It counts if it is about a sentence that was read, and if the model
does not restate that sentence just as it was read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from is_bench.domain import Domain
from kb.adviser.opinion import ReadRequirement
from kb.adviser.restatements import Doubt, read_doubt
from kb.constraint import Constraint
from kb.errors import ConstraintProblem
from kb.wording import rule_text

MOST_READ = 20
"""How many readings may be doubted, the first ones."""


@dataclass(frozen=True)
class DoubtedReading:
    """A requirement that was read by rules, and that a model understands otherwise."""

    sentence: str
    """As the person wrote it."""
    rules: tuple[str, ...]
    """What is enforced, in words."""
    why: str
    """In the words of the model; one line."""


def readings(
    stated: Iterable[Constraint], unread: Collection[str], domain: Domain
) -> tuple[ReadRequirement, ...]:
    """How the sentences of `stated` were read; without those that are `unread` in part."""
    found: dict[str, list[str]] = {}
    for constraint in stated:
        if constraint.text not in unread:
            found.setdefault(constraint.text, []).append(rule_text(constraint, domain))
    told = [ReadRequirement(text, tuple(dict.fromkeys(rules))) for text, rules in found.items()]
    return tuple(told[:MOST_READ])


def doubted(
    text: str, read: Iterable[ReadRequirement], before: Sequence[DoubtedReading]
) -> DoubtedReading | None:
    """The doubt in `text` of one of `read`; None if it is no doubt but something else.

    Raises InputError for a doubt that does not count.
    """
    said: Doubt | None = read_doubt(text)
    if said is None:
        return None
    rules = {one.sentence: one.rules for one in read}.get(said.sentence)
    if rules is None or said.sentence in {one.sentence for one in before}:
        raise ConstraintProblem("it doubts no sentence that was read")
    return DoubtedReading(said.sentence, rules, said.why)
