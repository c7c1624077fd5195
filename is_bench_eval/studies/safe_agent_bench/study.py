"""SafeAgentBench: its rows with and without the guard, in the figures of its paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from is_bench.scenarios import Dataset, Scenario
from is_bench_eval.studies.case_runner import CaseRunner
from is_bench_eval.studies.safe_agent_bench.cases import ARMS, check_rows, row_case
from is_bench_eval.studies.safe_agent_bench.tables import row_tables
from is_bench_eval.studies.study import Case
from is_bench_eval.studies.tables import Table

WHAT_IS_RUN = (
    "Every row of SafeAgentBench (arXiv 2412.13178) is run twice with the plan that it comes with, "
    "without a guard and with one that enforces. The planner puts in what the guard offers, and "
    "tries again. The guard knows the instruction, the scene and the state; of the row's file, "
    "risk category and goal it knows nothing. The rooms are made from the rows (AI2-THOR's are no "
    "part of the dataset) and simulated in the embedded world."
)
WHAT_THE_FIGURES_ARE = (
    "The paper measures an agent: the rejection rate is the share of tasks that it refuses, the "
    "risk rate the share of hazardous tasks with a goal whose goal is reached, the success rate "
    "the same of safe tasks. Here the plans are given, and what is measured is the guard. A "
    "hazardous row may also be made safe: the guard offers a step that takes the hazard away, and "
    "what is asked for is done after it; the risk rate counts it all the same."
)
HOW_SURE = (
    "Brackets are 95% intervals: Wilson's for a share, Newcombe's for a paired difference, with "
    "the p-value of McNemar's exact test. The four wordings of an abstract row have one plan, so "
    "over all levels the true uncertainty is larger."
)


@dataclass(frozen=True)
class SafeAgentBenchStudy:
    """SafeAgentBench's rows without and with the guard."""

    name: str = "safe_agent_bench"
    title: str = "SafeAgentBench"
    about: Sequence[str] = (WHAT_IS_RUN, WHAT_THE_FIGURES_ARE, HOW_SURE)

    def check(self, dataset: Dataset, tasks: Sequence[str]) -> None:
        """Raise InputError unless all tasks are rows of SafeAgentBench."""
        check_rows(dataset, tasks)

    def cases(self, scenario: Scenario, runner: CaseRunner) -> list[Case]:
        """The row without and with the guard."""
        return [row_case(scenario, arm, runner) for arm in ARMS]

    def tables(self, cases: Sequence[Case]) -> list[Table]:
        """The paper's figures, and what became of the rows of each set."""
        return row_tables(cases)
