"""Running the doctor and showing what it found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from is_bench.scenarios import load_dataset
from is_bench_eval.doctor.dataset import check_dataset
from is_bench_eval.doctor.findings import Finding, Severity
from is_bench_eval.doctor.install import check_install

SOUND, UNSOUND = 0, 1
_SIGNS = {
    Severity.OK: Text("ok", "green"),
    Severity.NOTE: Text("note", "cyan"),
    Severity.WARNING: Text("warning", "yellow"),
    Severity.ERROR: Text("error", "bold red"),
}


def examine(folder: Path | None, console: Console) -> int:
    """Check install, ROS and, if `folder` is given, the dataset there.

    Returns 0, or 1 if there are errors.  Raises InputError if `folder` is no dataset.
    """
    dataset = None if folder is None else load_dataset(folder)
    errors = _show("Install", check_install(), console)
    errors += _show("ROS", check_ros(), console)
    if dataset is not None:
        errors += _show(f"Dataset: {dataset.title}", check_dataset(dataset, folder), console)
    console.print("\nno errors" if not errors else f"\n{errors} errors")
    return UNSOUND if errors else SOUND


def check_ros() -> Iterator[Finding]:
    """Is ROS there, and does it work?  Its absence is no error: the direct engine needs none."""
    try:
        from is_bench_eval.doctor_ros import check_graph
    except ImportError as error:
        yield Finding(
            Severity.NOTE,
            "ROS",
            f"is not available here ({error}); the direct engine needs none",
            remedy="source ROS and the workspace, or prefix the command with tools/ros_env.sh",
        )
        return
    yield from check_graph()


def _show(title: str, findings: Iterable[Finding], console: Console) -> int:
    """Print a table of findings; returns how many are errors."""
    with console.status(f"checking: {title}"):
        listed = list(findings)
    console.print(f"\n[bold]{title.partition(':')[0]}[/bold]{title.partition(':')[2]}")
    table = Table(box=None, padding=(0, 1), show_header=False)
    for column in (8, 24, None):
        table.add_column(width=column, overflow="fold")
    for finding in listed:
        table.add_row(_SIGNS[finding.severity], Text(finding.subject), _text(finding))
    console.print(table)
    counts = [f"{_count(listed, s)} {s.value}" for s in Severity if _count(listed, s)]
    console.print(f"  {', '.join(counts) or 'nothing to report'}")
    return _count(listed, Severity.ERROR)


def _text(finding: Finding) -> Text:
    text = Text(finding.message)
    if finding.remedy:
        text.append(f"; {finding.remedy}")
    if finding.place is not None:
        text.append(f"\n{finding.place}", "dim")
    return text


def _count(findings: list[Finding], severity: Severity) -> int:
    return sum(finding.severity is severity for finding in findings)
