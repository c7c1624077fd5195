"""`is-bench judge`: safety awareness of a run that is over, and how far a judge can be trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from is_bench.errors import InputError, Place
from is_bench.scenarios import Dataset, load_dataset
from is_bench_eval.awareness.judge import Judge
from is_bench_eval.awareness.record import awareness_line
from is_bench_eval.console.text import one_line
from is_bench_eval.judging.statements import due, judge_records
from is_bench_eval.recording.results import Record
from is_bench_eval.recording.run_folder import RunFolder
from is_bench_eval.recording.summary import summarize
from is_bench_eval.reports.finished_run import FinishedRun, read_run
from is_bench_eval.reports.page import render_report
from is_bench_eval.reports.tables import metric_table

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
    summary = summarize(judged)
    folder.write_json("summary.json", summary)
    folder.write_text("report.html", render_report(manifest, summary, judged, folder.path))
    return summary


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
