"""Findings as text: a table of what was looked at, and the defects of a dataset by kind.

In a terminal a reason stands once above the places that it is true of.  Where the output goes
elsewhere, each finding is a line of its own, to be searched: PLACE: REASON.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from is_bench_eval.console.text import one_line
from is_bench_eval.doctor.findings import Finding, Severity

STYLES = {
    Severity.OK: "green",
    Severity.NOTE: "cyan",
    Severity.WARNING: "yellow",
    Severity.ERROR: "bold red",
}


def print_checks(title: str, findings: Sequence[Finding], console: Console) -> None:
    """Everything that was looked at, one row each."""
    _print_title(title, console)
    table = Table(box=box.SIMPLE, show_header=False, show_edge=False, pad_edge=False)
    longest = max((len(one_line(finding.subject)) for finding in findings), default=0)
    for finding in findings:
        sign, subject = _sign(finding.severity), Text(one_line(finding.subject))
        table.add_row(sign, subject, _message(finding))
        if not console.is_terminal:
            sign.pad_right(9 - len(sign))
            subject.pad_right(longest - len(subject) + 2)
            _print_line(sign + subject + _message(finding), console)
    if console.is_terminal:
        console.print(table)


def print_defects(title: str, findings: Iterable[Finding], root: str, console: Console) -> None:
    """The defects of a dataset by kind, the worst first; places are told from `root`."""
    _print_title(title, console)
    order = list(Severity)
    listed = sorted(findings, key=lambda found: (-order.index(found.severity), found.check))
    for (severity, check), group in groupby(
        listed, key=lambda found: (found.severity, found.check)
    ):
        alike = list(group)
        count = Text(f" ({len(alike)})", style="dim")
        _print_line(Text.assemble(_sign(severity), ": ", Text(check, "bold"), count), console)
        if console.is_terminal:
            _print_by_reason(alike, root, console)
        else:
            for finding in alike:
                _print_line(
                    Text(f"  {_where(finding, root)}: {one_line(finding.message)}"), console
                )
        _print_line(Text(f"  -> {alike[0].remedy}", style="dim"), console)


def _print_by_reason(alike: Iterable[Finding], root: str, console: Console) -> None:
    by_reason: dict[str, list[str]] = {}
    for finding in alike:
        by_reason.setdefault(one_line(finding.message), []).append(_where(finding, root))
    for reason, places in by_reason.items():
        console.print(Padding(Text(reason), (0, 0, 0, 2)))
        for place in places:
            _print_line(Text(f"    {place}", style="cyan"), console)


def counts(findings: Iterable[Finding]) -> str:
    """How many errors, warnings and notes there are, in words."""
    found = [finding.severity for finding in findings]
    words = [
        f"{number} {severity.value}{'s' * (number != 1)}"
        for severity in (Severity.ERROR, Severity.WARNING, Severity.NOTE)
        if (number := found.count(severity))
    ]
    return ", ".join(words) or "nothing is wrong"


def _sign(severity: Severity) -> Text:
    return Text(severity.value, style=STYLES[severity])


def _where(finding: Finding, root: str) -> str:
    place = finding.place
    if place is None:
        return one_line(finding.subject)
    return one_line(str(place).removeprefix(root).lstrip("/") or str(place))


def _message(finding: Finding) -> Text:
    text = Text(one_line(finding.message))
    if finding.place is not None:
        text.append(f" ({one_line(str(finding.place))})", style="dim")
    if finding.remedy:
        text.append(f" -> {one_line(finding.remedy)}", style="dim")
    return text


def _print_title(title: str, console: Console) -> None:
    console.print()
    _print_line(Text(one_line(title), style="bold underline"), console)


def _print_line(text: Text, console: Console) -> None:
    """Print a line that is not broken, so that a path in it can be copied."""
    console.print(text, soft_wrap=True)
