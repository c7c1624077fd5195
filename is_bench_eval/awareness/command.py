"""`is-bench judge`: safety awareness of a run that is over, and how far a judge can be trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from is_bench.errors import InputError, Place
from is_bench.scenarios import Dataset, load_dataset
from is_bench_eval.awareness.agreement import Agreement, agreement
from is_bench_eval.awareness.cases import Case, halves, load_cases
from is_bench_eval.awareness.judge import Judge
from is_bench_eval.awareness.record import awareness_line
from is_bench_eval.awareness.run import Record, due, judge_records
from is_bench_eval.report import metric_table, render_report
from is_bench_eval.report.reading import FinishedRun, read_run
from is_bench_eval.report.visible import one_line
from is_bench_eval.results import summarise
from is_bench_eval.run_folder import RunFolder

OK, UNJUDGED = 0, 3


def judge_command(path: Path, judge: Judge, data: Path | None, console: Console) -> int:
    """Judge the statements in the run folder `path`; rewrites results, summary and report.

    `data`: where the run's scenarios are now; None: where they were.  Exit code 3 if some risk
    could not be judged.  Raises InputError.
    """
    run = read_run(path)
    dataset = _dataset(run, data)
    summary = judge_run(RunFolder(path), run.manifest, run.records, dataset, judge)
    console.print(metric_table(summary))
    found = summary["awareness"]
    console.print(Text(one_line(awareness_line(found))), soft_wrap=True)
    return UNJUDGED if found and found["unjudged"] else OK


def judge_run(
    folder: RunFolder,
    manifest: Mapping[str, Any],
    records: Sequence[Record],
    dataset: Dataset,
    judge: Judge,
) -> Record:
    """Judge what is due, write everything that shows it, and return the summary."""
    errors = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, console=errors, transient=True, disable=not errors.is_terminal
    ) as progress:
        bar = progress.add_task("statements", total=len(due(records, judge)))
        judged = judge_records(
            folder, records, dataset, judge, lambda _: progress.update(bar, advance=1)
        )
    summary = summarise(judged)
    folder.write_json("summary.json", summary)
    folder.write_text("report.html", render_report(manifest, summary, judged, folder.path))
    return summary


def calibrate_command(judge: Judge, console: Console) -> int:
    """Show how well `judge` agrees with the labelled cases; exit code 3 if some are unjudged."""
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


def _dataset(run: FinishedRun, data: Path | None) -> Dataset:
    """The scenarios of the run; raises InputError if they have changed since."""
    arguments = run.manifest["arguments"]
    named = arguments.get("given", {}).get("dataset")
    dataset = load_dataset(data or (Path(named) if named else None))
    tasks = {record["task"] for record in run.records if "error" not in record}
    missing = sorted(tasks - set(dataset.names))
    whole = {record["task"] for record in run.records}
    wanted = run.manifest["dataset"].get("sha256")
    complete = len(whole) == run.manifest["dataset"].get("tasks")
    if missing or (complete and dataset.digest(whole) != wanted):
        what = f"has no task {missing[0]!r}" if missing else "has changed since the run"
        raise InputError(
            f"the dataset ({dataset.title}) {what}; give the one that was run with --dataset",
            Place(str(run.path)),
        )
    return dataset
