"""What a study is: cases that it runs, and tables that it makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from is_bench.scenarios import Dataset, Scenario
from is_bench_eval.studies.case_runner import CaseRunner
from is_bench_eval.studies.tables import Table

Case = dict[str, Any]
"""A line of cases.jsonl, as parsed JSON; what stands under TIMING goes into timing.json instead."""

TIMING = "timing"


class Study(Protocol):
    """One of the studies."""

    @property
    def name(self) -> str:
        """What the command line calls it."""
        ...

    @property
    def title(self) -> str:
        """What reports call it."""
        ...

    @property
    def about(self) -> Sequence[str]:
        """How to read it, a paragraph each."""
        ...

    def check(self, dataset: Dataset, tasks: Sequence[str]) -> None:
        """Raise InputError if `tasks` cannot be studied."""
        ...

    def cases(self, scenario: Scenario, runner: CaseRunner) -> list[Case]:
        """Run everything that the study runs of `scenario`."""
        ...

    def tables(self, cases: Sequence[Case]) -> list[Table]:
        """The figures; they depend on `cases` alone."""
        ...
