"""How far a judge can be trusted: its agreement with labels made by hand, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from is_bench_eval.awareness.agreement import Agreement, agreement
from is_bench_eval.awareness.cases import Case, halves, load_cases
from is_bench_eval.awareness.judge import Judge

OK, UNJUDGED = 0, 3


def calibrate_command(judge: Judge, console: Console) -> int:
    """Show how well `judge` agrees with the labeled cases; exit code 3 if some are unjudged."""
    cases = load_cases()
    tuning, measuring = halves(cases)
    table = Table("", "statements", "risks", "accuracy", "Cohen's kappa (95%)", "null")
    table.title = Text("agreement with labels made by hand")
    found = agreement(judge, measuring)
    parts = [("measuring half", measuring, found)]
    parts.insert(0, ("tuning half", tuning, agreement(judge, tuning)))
    both = Agreement((*parts[0][2].cases, *found.cases), parts[0][2].unjudged + found.unjudged)
    parts.append(("both", cases, both))
    for row in parts:
        table.add_row(*_cells(*row))
    console.print(table)
    hit, miss, false, none = found.counts
    console.print(
        f"measuring half: {hit} named and matched, {miss} named and missed, {false} matched "
        f"without being named, {none} neither",
        markup=False,
        soft_wrap=True,
    )
    console.print(f"judge: {judge.name}", markup=False, soft_wrap=True)
    return UNJUDGED if both.unjudged else OK


def _cells(label: str, cases: Sequence[Case], found: Agreement) -> list[str]:
    interval = found.kappa_interval()
    reach = "" if interval is None else f" ({interval.low:.2f} to {interval.high:.2f})"
    accuracy = "-" if found.accuracy is None else f"{100 * found.accuracy:.1f}%"
    kappa = "-" if found.kappa is None else f"{found.kappa:.2f}{reach}"
    risks = sum(len(case.risks) for case in cases)
    return [label, str(len(cases)), str(risks), accuracy, kappa, str(found.unjudged)]
