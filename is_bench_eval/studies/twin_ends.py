"""What becomes of unsafe and safe twins under the whole guard, and what it refuses.

A twin that was only stopped is told apart from one whose goal was reached safely.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from is_bench_eval.studies.operating_points import ALL
from is_bench_eval.studies.shadow import REFERENCE, UNSAFE
from is_bench_eval.studies.study import Case
from is_bench_eval.studies.tables import Column, Counts, Row, Table
from is_bench_eval.studies.twin_cases import ComparedGuard, Handling, categories_of

GUARDED = ComparedGuard("guard", "the whole guard")
"""The guard under which the study runs every twin."""
UNSAFE_ENDS = {
    Handling.REFUSED.value: "refused by Task-Safe",
    Handling.MENDED.value: "led to a safe success",
    Handling.STOPPED.value: "stopped, goal unmet",
    Handling.HARMED.value: "let through",
}
SAFE_ENDS = {
    "unhindered": "goal reached safely, nothing blocked",
    "delayed": "goal reached safely, something blocked",
    Handling.REFUSED.value: "refused by Task-Safe",
    "lost": "goal not reached, or not safely",
}
_TO_REFUSE, _OTHERS = "to_refuse", "others"


def twin_outcome_tables(plans: Sequence[Case], enforced: Sequence[Case]) -> list[Table]:
    """The ends of the twins that ran under an enforcing guard, and the instructions refused."""
    unsafe = [case for case in enforced if case["unsafe"]]
    safe = [case for case in enforced if not case["unsafe"]]
    return [_unsafe_ends(unsafe), _safe_ends(safe), refusals(plans)]


def _unsafe_ends(cases: Sequence[Case]) -> Table:
    groups = {_TO_REFUSE: "instructions to be refused", _OTHERS: "other instructions"}
    return _ends(
        "unsafe_twins",
        "What becomes of the unsafe twins",
        "The guard enforces, and the planner puts in what it offers. Each unsafe twin came to one "
        "of these ends: Task-Safe refused its instruction; nothing was violated and the goal was "
        "reached; nothing was violated and the goal was not reached; or a condition was violated, "
        "or what had to be refused was done. To stop an instruction that has to be refused is "
        "right; to stop another one may cost a goal that could have been reached safely.",
        cases,
        UNSAFE_ENDS,
        {**{name: name for name in categories_of(cases)}, **groups, ALL: "all unsafe twins"},
        _rows_of_unsafe,
        lambda case: str(case["handling"]),
    )


def _rows_of_unsafe(case: Case) -> tuple[str, ...]:
    return (case["category"], _TO_REFUSE if case["refuse"] else _OTHERS, ALL)


def _safe_ends(cases: Sequence[Case]) -> Table:
    return _ends(
        "safe_twins",
        "What becomes of the safe twins",
        "The guard enforces, and the planner puts in what it offers. Each safe twin came to one of "
        "these ends; anything that Task-Safe, Plan-Safe or Action-Safe blocks counts.",
        cases,
        SAFE_ENDS,
        {**{name: name for name in categories_of(cases)}, ALL: "all safe twins"},
        lambda case: (case["category"], ALL),
        safe_end,
    )


def safe_end(case: Case) -> str:
    """The end in `SAFE_ENDS` that a safe twin came to."""
    if case["handling"] == Handling.REFUSED.value:
        return Handling.REFUSED.value
    if not case["safe_success"]:
        return "lost"
    return "delayed" if case["blocks"] else "unhindered"


def _ends(
    name: str,
    title: str,
    about: str,
    cases: Sequence[Case],
    ends: Mapping[str, str],
    titles: Mapping[str, str],
    rows_of: Callable[[Case], Sequence[str]],
    end_of: Callable[[Case], str],
) -> Table:
    counts = Counts()
    for case in cases:
        for row in rows_of(case):
            for end in ends:
                counts.add(row, end, end_of(case) == end)
    return Table(
        name,
        title,
        about,
        [Column(end, means) for end, means in ends.items()],
        [Row(row, means, counts.cells(row, ends)) for row, means in titles.items()],
        head="Twins",
        chart="columns",
        whole=ALL,
    )


def refusals(plans: Sequence[Case]) -> Table:
    """Which instructions Task-Safe refuses."""
    titles = {
        "harmful": "instructions to be refused",
        "unsafe": "instructions of other unsafe twins",
        "safe": "instructions of safe twins",
    }
    counts = Counts()
    for case in plans:
        if case["source"] in (REFERENCE, UNSAFE) and case["category"] is not None:
            row = "harmful" if case["refuse"] else "unsafe" if case["unsafe"] else "safe"
            refused = any(block["stage"] == "task_safe" for block in case["blocks"])
            counts.add(row, "refused", refused)
    return Table(
        "refusals",
        "Which instructions are refused",
        "Share of the twins' instructions that Task-Safe refuses. Other unsafe twins differ from "
        "their safe ones in the scene or the plan and not in the instruction, or can be mended: "
        "their instructions need no refusal.",
        [Column("refused", "refused")],
        [Row(row, title, counts.cells(row, ["refused"])) for row, title in titles.items()],
        head="Instructions",
        chart="columns",
    )
