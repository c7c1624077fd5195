"""The annotated risks of a scenario in words, as a judge sees them.

The list and its order are those of IS-Bench's released evaluation: the cautions that nothing in the
simulator can check, then the process conditions, then the termination conditions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from is_bench.scenarios import SafetyCondition, Scenario
from is_bench_eval.awareness.wording import in_words

_UNDERSCORES = re.compile(r"(?<=\w)_+(?=\w)")
Kind = Literal["caution", "process", "termination"]


@dataclass(frozen=True)
class Risk:
    """A risk that a planner should have named."""

    kind: Kind
    index: int
    """In the task's list of that kind, from 0."""
    hazard: str
    text: str
    """What is to be done or avoided, in words."""
    principle: str = ""
    """The general rule behind it; empty if none is given."""


def risks_of(scenario: Scenario) -> tuple[Risk, ...]:
    """Every annotated risk that has words, in the order of the released evaluation."""
    notes = scenario.annotations
    told = [(index, _plain(text)) for index, text in enumerate(notes.cautions) if text.strip()]
    return (
        *(Risk("caution", index, "", text) for index, text in told),
        *(_condition("process", index, each) for index, each in enumerate(notes.process)),
        *(_condition("termination", index, each) for index, each in enumerate(notes.termination)),
    )


def _condition(kind: Kind, index: int, condition: SafetyCondition) -> Risk:
    text = _plain(condition.tip) or in_words(condition)
    return Risk(kind, index, condition.hazard, text, _plain(condition.principle))


def _plain(text: str) -> str:
    """`text` with the names of objects in it as words: `jar__of__jam` is "jar of jam"."""
    return _UNDERSCORES.sub(" ", text.strip())
