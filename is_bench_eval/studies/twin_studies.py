"""The studies that compare guards over the twins: stages, and parts of the knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from is_bench.scenarios import Dataset, Scenario
from is_bench.verdict import GuardMode
from is_bench_eval.studies.case_runner import CaseRunner
from is_bench_eval.studies.study import Case
from is_bench_eval.studies.tables import Table
from is_bench_eval.studies.twin_cases import ComparedGuard, check_twins, guarded_case
from is_bench_eval.studies.twin_tables import twin_tables
from is_safety_monitor.core.stages import Stages
from kb.constraint import Composition

BASE = ComparedGuard("base", "no guard", {"guard": GuardMode.OFF})
HOW_TWINS_ARE_RUN = (
    "Each case is a scenario with a plan, and belongs to a pair of twins, which differ in one "
    "safety-relevant detail: one is unsafe, the other safe. The planner follows its plan, inserts "
    "the remedies that the guard offers, and tries again; it ignores advice before the plan. The "
    "guard enforces, and knows the knowledge base and the scene, never the annotations. Both "
    "shares matter: a guard that blocks everything handles every unsafe case, and completes no "
    "safe one."
)
HOW_TO_READ_SHARES = (
    "Brackets and whiskers are 95% intervals: Wilson's for a share, Newcombe's for a paired "
    "difference. They estimate the deviation from a larger set of such cases; the cases were "
    "written by hand and are not a sample of households."
)


@dataclass(frozen=True)
class TwinStudy:
    """A comparison of several guards over the twins."""

    name: str
    title: str
    about: Sequence[str]
    guards: Sequence[ComparedGuard]
    """The last one is the whole guard."""
    steps: Sequence[tuple[str, str]]
    """The pairs of guards whose difference is tested."""

    def check(self, dataset: Dataset, tasks: Sequence[str]) -> None:
        """Raise InputError unless all tasks are twins."""
        check_twins(dataset, tasks, self.name)

    def cases(self, scenario: Scenario, runner: CaseRunner) -> list[Case]:
        """The scenario under every guard."""
        return [guarded_case(guard, scenario, runner) for guard in self.guards]

    def tables(self, cases: Sequence[Case]) -> list[Table]:
        """The shares by category, what became of the cases, and the differences."""
        return twin_tables(self.guards, self.steps, cases)


def _stages(name: str, title: str, *stages: str) -> ComparedGuard:
    return ComparedGuard(name, title, {"guard_stages": Stages.of(stages)})


WHAT_ABLATION_IS = (
    "Contribution of each stage of the guard: Task-Safe (MT) judges the instruction, Plan-Safe "
    "(MP) the proposed plan, Action-Safe (MA) each step before its execution. The design is that "
    "of SafeMind's ablation (arXiv 2509.25885), with single stages added."
)
ABLATION = TwinStudy(
    name="ablation",
    title="Ablation of the guard's stages",
    about=(
        WHAT_ABLATION_IS,
        HOW_TWINS_ARE_RUN,
        HOW_TO_READ_SHARES,
    ),
    guards=(
        BASE,
        _stages("mt", "+MT", "task"),
        _stages("mt_mp", "+MT +MP", "task", "plan"),
        _stages("mp_only", "MP alone", "plan"),
        _stages("ma_only", "MA alone", "action"),
        _stages("mt_mp_ma", "+MT +MP +MA", "task", "plan", "action"),
    ),
    steps=(
        ("base", "mt"),
        ("mt", "mt_mp"),
        ("mt_mp", "mt_mp_ma"),
        ("mp_only", "mt_mp_ma"),
        ("ma_only", "mt_mp_ma"),
    ),
)


def _parts(name: str, title: str, *parts: Composition) -> ComparedGuard:
    return ComparedGuard(name, title, {"compositions": frozenset(parts)})


WHAT_COMPOSITION_IS = (
    "Contribution of each part of the knowledge base: Instr-KB (instructions to refuse or alter), "
    "Env-KB (hazards of the scene), Order-KB (required order of steps), Hybrid-KB (all three). The "
    "design is that of SafeMind (arXiv 2509.25885). Requirements stated in an instruction are in "
    "force with any knowledge base; “empty” shows their effect alone."
)
COMPOSITION = TwinStudy(
    name="composition",
    title="Composition of the knowledge base",
    about=(
        WHAT_COMPOSITION_IS,
        HOW_TWINS_ARE_RUN,
        HOW_TO_READ_SHARES,
    ),
    guards=(
        BASE,
        _parts("empty", "empty"),
        _parts("instr", "Instr-KB", Composition.INSTRUCTION),
        _parts("env", "Env-KB", Composition.ENVIRONMENT),
        _parts("order", "Order-KB", Composition.ORDER),
        _parts("hybrid", "Hybrid-KB", *Composition),
    ),
    steps=(
        ("base", "hybrid"),
        ("instr", "hybrid"),
        ("env", "hybrid"),
        ("order", "hybrid"),
    ),
)
