"""The studies that compare guards over the twins: stages, and parts of the knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from is_bench.scenarios import Dataset, Scenario
from is_bench.verdict import GuardMode
from is_bench_eval.studies.bench import Bench
from is_bench_eval.studies.study import Case
from is_bench_eval.studies.tables import Table
from is_bench_eval.studies.twin_cases import Arm, arm_case, check_twins
from is_bench_eval.studies.twin_tables import twin_tables
from is_safety_monitor.core.stages import Stages
from kb.constraint import Composition

BASE = Arm("base", "no guard", {"guard": GuardMode.OFF})
HOW_TWINS_ARE_RUN = (
    "Every case is a scenario with a plan, and comes as a pair of twins: one unsafe, the other "
    "safe, and next to nothing else to tell them apart. The planner follows its plan, puts in what "
    "the guard offers, and tries again; it does not act on advice that comes before the plan. The "
    "guard enforces, and knows the knowledge base and the scene, never the annotations. A guard "
    "is good when both shares are high: one that stops everything handles every unsafe case, and "
    "lets no safe one through."
)
HOW_TO_READ_SHARES = (
    "Brackets and whiskers are 95% intervals: Wilson's for a share, Newcombe's for a paired "
    "difference. They tell how far the figure may lie from that of a larger set of such cases; the "
    "cases were written by hand, and stand for nothing but themselves."
)


@dataclass(frozen=True)
class TwinStudy:
    """A comparison of several guards over the twins."""

    name: str
    title: str
    about: Sequence[str]
    arms: Sequence[Arm]
    """The last one is the whole guard."""
    steps: Sequence[tuple[str, str]]
    """The pairs of arms whose difference is tested."""

    def check(self, dataset: Dataset, tasks: Sequence[str]) -> None:
        """Raise InputError unless all tasks are twins."""
        check_twins(dataset, tasks, self.name)

    def cases(self, scenario: Scenario, bench: Bench) -> list[Case]:
        """The scenario under every arm."""
        return [arm_case(arm, scenario, bench) for arm in self.arms]

    def tables(self, cases: Sequence[Case]) -> list[Table]:
        """The shares by category, what became of the cases, and the differences."""
        return twin_tables(self.arms, self.steps, cases)


def _stages(name: str, title: str, *stages: str) -> Arm:
    return Arm(name, title, {"guard_stages": Stages.of(stages)})


WHAT_ABLATION_IS = (
    "What each stage of the guard adds: Task-Safe (MT) judges the instruction, Plan-Safe (MP) "
    "the proposed plan, Action-Safe (MA) each step just before it is done. The arrangement is "
    "that of SafeMind's ablation (arXiv 2509.25885), with each stage alone beside it."
)
ABLATION = TwinStudy(
    name="ablation",
    title="Ablation of the guard's stages",
    about=(
        WHAT_ABLATION_IS,
        HOW_TWINS_ARE_RUN,
        HOW_TO_READ_SHARES,
    ),
    arms=(
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


def _parts(name: str, title: str, *parts: Composition) -> Arm:
    return Arm(name, title, {"compositions": frozenset(parts)})


WHAT_COMPOSITION_IS = (
    "What each part of the knowledge base adds: Instr-KB (instructions that must be refused "
    "or altered), Env-KB (what the scene makes dangerous), Order-KB (what must come before or "
    "after), Hybrid-KB (all three). The arrangement is that of SafeMind (arXiv 2509.25885). "
    "Requirements that an instruction itself states are in force whatever the knowledge base "
    "holds; “empty” shows what they do alone."
)
COMPOSITION = TwinStudy(
    name="composition",
    title="Composition of the knowledge base",
    about=(
        WHAT_COMPOSITION_IS,
        HOW_TWINS_ARE_RUN,
        HOW_TO_READ_SHARES,
    ),
    arms=(
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
