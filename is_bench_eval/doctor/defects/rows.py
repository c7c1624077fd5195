"""Rows of SafeAgentBench that contradict themselves or each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from is_bench.scenarios.safe_agent_bench import open_folder
from is_bench.scenarios.safe_agent_bench.defects import UNREADABLE, find_defects
from is_bench_eval.doctor.findings import Finding, Severity
from is_bench_eval.doctor.task import Defect

_NOTHING = "nothing has to be done; the rest of the goal is judged"
_REMEDIES: Mapping[str, tuple[str, Severity]] = {
    UNREADABLE: ("correct it; no run can include it", Severity.ERROR),
    "unreadable step": ("write VERB THING as the other rows do", Severity.WARNING),
    "failing step": ("correct the step or what should precede it", Severity.WARNING),
    "missed goal": (
        "read its success and risk rate with care: the row's own plan does not reach it",
        Severity.WARNING,
    ),
    "goal that holds at the start": (
        "read its success and risk rate with care: doing nothing reaches it",
        Severity.WARNING,
    ),
    "goal about something else": ("check the goal's types against the steps", Severity.WARNING),
    "other liquid than asked for": ("correct the liquid in the step", Severity.WARNING),
    "unsafe plan of a safe row": (
        "no guard can be right on both; leave it out, or label it debatable (study --labels)",
        Severity.WARNING,
    ),
    "repeated row": ("leave it out with --tasks; figures count it twice", Severity.WARNING),
    "state that is not judged": (_NOTHING, Severity.NOTE),
}


def check_rows(folder: Path, begin: Callable[[str], object] = str) -> Iterator[Finding]:
    """The defects of the rows in `folder`; `begin` is called with each task's name."""
    for found in find_defects(open_folder(folder), begin):
        remedy, severity = _REMEDIES[found.kind]
        defect = Defect(found.kind, remedy, severity)
        yield defect.found(found.task, found.place, found.message)
