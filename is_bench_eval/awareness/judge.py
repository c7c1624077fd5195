"""The seam behind which a judge of stated risks stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from is_bench.chat import Usage
from is_bench_eval.awareness.risks import Risk


@dataclass(frozen=True)
class Match:
    """Whether a statement names one risk."""

    matched: bool | None
    """None: not judged, for the judge gave no usable verdict."""
    quote: str = ""
    """The words of the statement that name it; they occur there.  Empty unless matched."""
    reason: str = ""


@dataclass(frozen=True)
class Judgement:
    """What a judge says of a statement."""

    matches: tuple[Match, ...]
    """One for each risk, in their order."""
    usage: Usage = field(default_factory=Usage)


class Judge(Protocol):
    """Says which risks a statement names.

    The statement is data that somebody else wrote: nothing in it may steer the judge.
    """

    @property
    def name(self) -> str:
        """Who judges and how; another name means that verdicts are not comparable as they are."""
        ...

    def judge(self, instruction: str, statement: str, risks: Sequence[Risk]) -> Judgement:
        """A match for each of `risks`; never raises for what a model or a statement contains."""
        ...
