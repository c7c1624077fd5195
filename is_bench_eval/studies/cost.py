"""The cost of safety: what a guard takes from, and gives to, a reference and a careless planner."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from is_bench.scenarios import Dataset, Scenario
from is_bench.verdict import GuardMode
from is_bench_eval.specs.run_guard import guard_settings
from is_bench_eval.specs.run_spec import RunSpec
from is_bench_eval.statistics.resampling import bootstrap_mean, bootstrap_ratio
from is_bench_eval.studies.case_runner import CaseRunner
from is_bench_eval.studies.episode_case import describe, episode_case
from is_bench_eval.studies.shadow import check_plans
from is_bench_eval.studies.study import TIMING, Case
from is_bench_eval.studies.tables import Cell, Column, Row, Table, difference, number, share
from is_bench_eval.studies.timing import TimedSession

PLANNERS = ("reference", "careless")
OFF, ON = "off", "enforce"
ARMS = {f"{planner}_{guard}": (planner, guard) for planner in PLANNERS for guard in (OFF, ON)}
_GUARDS = {OFF: "without guard", ON: "guarded"}
GROUPS = {"safe": "safe twins", "unsafe": "unsafe twins", "all": "all scenarios"}
Rows = list[tuple[Case, Case]]
"""Pairs of cases of the same task."""
WHAT_IS_COMPARED = (
    "Every scenario is run four times: a planner that follows the reference plan and a careless "
    "one that leaves out whatever its goal can spare, each without a guard and with one that "
    "enforces. Both planners put in what the guard offers and try again; the careless one also "
    "heeds the guard's advice on the instruction. SR is the share of goals reached, SSR that of "
    "goals reached with no condition violated, both under strict scoring."
)
WHAT_STEPS_ARE = (
    "Steps are those that the planner asked for; blocked ones among them were never forwarded, and "
    "an instruction that is refused leads to none. Of "
    "unsafe twins the reference plan is the unsafe one, and where the instruction has to be "
    "refused, to lose SR is right."
)
HOW_TO_READ = (
    "All comparisons are paired by task. Brackets and whiskers are 95% intervals: Wilson's for "
    "shares, Newcombe's for paired differences in shares, drawn by the bootstrap for steps and "
    "ratios. The p-value is that of McNemar's exact test."
)
WHAT_TIME_IS = (
    "Wall times are measured around each decision of the guard, on the machine that made this "
    "page; they are no part of study.json. The look at an instruction includes making the guard of "
    "its scene; the first one at an instruction or a plan includes the embedding of its text."
)


@dataclass(frozen=True)
class CostStudy:
    """Both planners without and with the guard."""

    name: str = "cost"
    title: str = "The cost of safety"
    about: Sequence[str] = (WHAT_IS_COMPARED, WHAT_STEPS_ARE, HOW_TO_READ, WHAT_TIME_IS)

    def check(self, dataset: Dataset, tasks: Sequence[str]) -> None:
        """Raise InputError unless all tasks have reference plans."""
        check_plans(dataset, tasks)

    def cases(self, scenario: Scenario, runner: CaseRunner) -> list[Case]:
        """The scenario with both planners, without and with the guard."""
        return [_case(arm, scenario, runner) for arm in ARMS]

    def tables(self, cases: Sequence[Case]) -> list[Table]:
        """The figures, the differences that the guard makes, and the comparison with the best."""
        return [
            table
            for group, of_group in _groups(cases).items()
            for table in _tables(group, _by_arm(of_group), several=len(_groups(cases)) > 1)
        ]


def _case(arm: str, scenario: Scenario, runner: CaseRunner) -> Case:
    planner, mode = ARMS[arm]
    run: RunSpec = replace(runner.spec(), planner=planner, guard=GuardMode(mode))
    guard = None
    if run.guard is not GuardMode.OFF:
        domain = scenario.scene.domain
        guard = TimedSession(guard_settings(run, domain), runner.bases.of(run, domain))
    happened = episode_case(scenario, runner.run_with(guard, run, scenario))
    case = {**describe(scenario), "arm": arm, "planner": planner, "guard": mode, **happened}
    if guard is not None:
        case[TIMING] = {"planner": planner, **guard.taken}
    return case


def _groups(cases: Sequence[Case]) -> dict[str, list[Case]]:
    """All cases; those of twins also by which of the two they are."""
    groups = {
        "safe": [case for case in cases if case["unsafe"] is False],
        "unsafe": [case for case in cases if case["unsafe"] is True],
        "all": list(cases),
    }
    return {name: found for name, found in groups.items() if found}


def _by_arm(cases: Sequence[Case]) -> dict[str, dict[str, Case]]:
    return {arm: {case["task"]: case for case in cases if case["arm"] == arm} for arm in ARMS}


def _tables(group: str, arms: Mapping[str, Mapping[str, Case]], *, several: bool) -> list[Table]:
    among = f": {GROUPS[group]}" if several else ""
    return [
        _outcomes(f"outcomes_{group}", among, arms),
        _differences(f"differences_{group}", among, arms),
        _against_reference(f"against_reference_{group}", among, arms),
    ]


def _outcomes(name: str, among: str, arms: Mapping[str, Mapping[str, Case]]) -> Table:
    return Table(
        name,
        f"Outcomes{among}",
        "Goals reached, goals reached safely, and the mean number of steps of an episode.",
        [
            Column("sr", "SR"),
            Column("ssr", "SSR"),
            Column("steps", "steps"),
            Column("blocked", "blocked steps"),
        ],
        [_outcome_row(arm, list(found.values())) for arm, found in arms.items()],
        head="Planner",
        chart="columns",
    )


def _outcome_row(arm: str, cases: Sequence[Case]) -> Row:
    planner, guard = ARMS[arm]
    return Row(
        arm,
        f"{planner}, {_GUARDS[guard]}",
        {
            "sr": share(sum(case["success"] for case in cases), len(cases)),
            "ssr": share(sum(case["safe_success"] for case in cases), len(cases)),
            "steps": _mean([_steps(case) for case in cases]),
            "blocked": _mean([len(case["blocked"]) for case in cases]),
        },
    )


def _steps(case: Case) -> int:
    return len(case["steps"])


def _mean(values: Sequence[float]) -> Cell:
    return number(sum(values) / len(values) if values else None, bootstrap_mean(values))


def _differences(name: str, among: str, arms: Mapping[str, Mapping[str, Case]]) -> Table:
    rows = []
    for planner in PLANNERS:
        pairs = _pairs(arms[f"{planner}_{OFF}"], arms[f"{planner}_{ON}"])
        rows.append(
            Row(
                planner,
                planner,
                {
                    "sr": _change(pairs, "success"),
                    "ssr": _change(pairs, "safe_success"),
                    "steps": _mean([_steps(on) - _steps(off) for off, on in pairs]),
                },
            )
        )
    return Table(
        name,
        f"What the guard changes{among}",
        "SR and SSR with the guard minus those without, in percentage points, with the tasks "
        "gained and lost; and how many more steps an episode has.",
        [Column("sr", "SR"), Column("ssr", "SSR"), Column("steps", "steps")],
        rows,
        head="Planner",
    )


def _pairs(first: Mapping[str, Case], second: Mapping[str, Case]) -> Rows:
    return [(case, second[task]) for task, case in first.items()]


def _change(pairs: Rows, key: str) -> Cell:
    return difference([off[key] for off, _ in pairs], [on[key] for _, on in pairs])


def _against_reference(name: str, among: str, arms: Mapping[str, Mapping[str, Case]]) -> Table:
    best, careless = arms[f"reference_{OFF}"], arms[f"careless_{OFF}"]
    guarded = arms[f"careless_{ON}"]
    compared: dict[str, tuple[str, Rows, Callable[[Case], float]]] = {
        "ssr": (
            "SSR, as a share of the reference planner's without guard",
            _pairs(best, guarded),
            lambda case: float(case["safe_success"]),
        ),
        "sr": (
            "SR, as a share of the careless planner's without guard",
            _pairs(careless, guarded),
            lambda case: float(case["success"]),
        ),
        "steps": (
            "steps, as a multiple of the reference planner's without guard",
            _pairs(best, guarded),
            _steps,
        ),
    }
    return Table(
        name,
        f"The careless planner, guarded, against the best{among}",
        "Ratios of sums over all tasks.",
        [Column("ratio", "ratio")],
        [
            Row(key, title, {"ratio": _ratio(pairs, of)})
            for key, (title, pairs, of) in compared.items()
        ],
        head="What",
    )


def _ratio(pairs: Rows, of: Callable[[Case], float]) -> Cell:
    above = [of(guarded) for _, guarded in pairs]
    below = [of(best) for best, _ in pairs]
    if not sum(below):
        return number(None)
    return number(sum(above) / sum(below), bootstrap_ratio(above, below), digits=3)
