"""`is-bench report DIR...`: the report of a run made anew, or several runs compared."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from rich.console import Console
from rich.text import Text

from is_bench.errors import Place
from is_bench_eval.awareness.record import awareness_line
from is_bench_eval.console.text import all_visible, one_line
from is_bench_eval.console.wording import wording_of_run
from is_bench_eval.errors import RunFolderProblem
from is_bench_eval.recording.results import Record
from is_bench_eval.recording.run_folder import RunFolder
from is_bench_eval.reports.changes import Changes, ComparedRun, changes_between
from is_bench_eval.reports.comparison import Comparison, compare_runs
from is_bench_eval.reports.comparison_page import render_comparison
from is_bench_eval.reports.comparison_tables import (
    figures_table,
    published_table,
    significance_table,
)
from is_bench_eval.reports.differences import Difference, difference
from is_bench_eval.reports.finished_run import FinishedRun, damaged, read_run
from is_bench_eval.reports.page import COMPARISON, render_report
from is_bench_eval.reports.published.is_bench import PublishedTable, is_bench_table_2, of_is_bench
from is_bench_eval.reports.published.safe_agents import safe_agent_bench_tables
from is_bench_eval.reports.safe_agent_bench.printing import print_rows
from is_bench_eval.reports.safe_agent_bench.values import Run, runs_of
from is_bench_eval.reports.setting import Setting, setting_of
from is_bench_eval.reports.tables import (
    cause_table,
    comparison_table,
    difference_table,
    episode_table,
    metric_table,
)

REPORT = "report.html"


def compare(folders: Sequence[Path], console: Console, out: Path | None = None) -> int:
    """Rewrite the report.html of each run and print their figures; the exit code, always 0.

    With `out`, the comparison is also written there as a page.  Raises RunFolderProblem for a
    folder that holds no run or is given twice, before anything is written.
    """
    runs = [read_run(folder) for folder in folders]
    names = names_of(folders)
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise RunFolderProblem("the run is given twice", Place(twice))
    pages = [_page(run, out) for run in runs]
    compared = _Compared.of(names, runs)
    for run, page in zip(runs, pages, strict=True):
        _write(run.path, page)
    if len(runs) == 1:
        _print_run(runs[0], console)
    elif runs:
        _print_comparison(runs, console)
        _print_significance(compared, console)
    if compared.published is not None:
        console.print(published_table(compared.summaries, compared.published))
    if compared.rows:
        print_rows(compared.rows, safe_agent_bench_tables(), console)
    if out is not None:
        _write_comparison(out, compared)
        console.print(Text(f"written: {one_line(str(out))}"), soft_wrap=True)
    for run in runs:
        console.print(Text(f"written: {one_line(str(run.path / REPORT))}"), soft_wrap=True)
    return 0


@dataclass(frozen=True)
class _Compared:
    """What is told of several runs together."""

    settings: dict[str, Setting]
    comparisons: list[Comparison]
    summaries: list[tuple[str, Record]]
    published: PublishedTable | None
    """Where the runs are of the tasks that it is about."""
    rows: list[Run]
    """The figures of the runs over SafeAgentBench's rows."""
    runs: list[tuple[str, FinishedRun]]

    def changes(self, out: Path) -> list[Changes]:
        """What changed from the first run to each other; links are from the page `out`."""
        compared = [
            ComparedRun(
                name,
                all_visible(run.records),
                self.settings[name].guard,
                _address(run.path / REPORT, out),
                wording_of_run(run.manifest),
            )
            for name, run in self.runs
        ]
        return [changes_between(compared[0], other) for other in compared[1:]]

    @staticmethod
    def of(names: Sequence[str], runs: Sequence[FinishedRun]) -> _Compared:
        named = dict(zip(map(one_line, names), runs, strict=True))
        records = {name: run.records for name, run in named.items()}
        settings = {name: setting_of(all_visible(run.manifest)) for name, run in named.items()}
        published = all(of_is_bench(setting.dataset) for setting in settings.values())
        return _Compared(
            settings,
            [compare_runs(records, scoring) for scoring in ("strict", "faithful")],
            [(name, run.summary) for name, run in named.items()],
            is_bench_table_2() if published else None,
            runs_of(
                [(name, all_visible(run.manifest), run.records) for name, run in named.items()]
            ),
            list(named.items()),
        )


def _print_significance(compared: _Compared, console: Console) -> None:
    strict = compared.comparisons[0]
    console.print(figures_table(strict))
    console.print(significance_table(strict))


def _write_comparison(out: Path, compared: _Compared) -> None:
    page = render_comparison(
        compared.settings,
        compared.comparisons,
        compared.summaries,
        compared.published,
        compared.rows,
        compared.changes(out),
    )
    try:
        out.write_text(page, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
        raise RunFolderProblem(message, Place(str(out))) from None


def _address(report: Path, page: Path) -> str:
    """The relative address of a report on a page."""
    start = page.resolve().parent
    return quote(Path(os.path.relpath(report.resolve(), start)).as_posix())


def _page(run: FinishedRun, comparison: Path | None) -> str:
    own = comparison is not None and comparison.resolve() == (run.path / COMPARISON).resolve()
    try:
        return render_report(run.manifest, run.summary, run.records, run.path, compared=own)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise damaged(run.path, error) from error


def _write(folder: Path, page: str) -> None:
    try:
        RunFolder(folder).write_text(REPORT, page)
    except OSError as error:
        message = f"{REPORT} cannot be written: {error.strerror}"
        raise RunFolderProblem(message, Place(str(folder))) from None


def _print_run(run: FinishedRun, console: Console) -> None:
    setting = setting_of(run.manifest)
    console.print(Text(one_line(setting.title), style="bold"))
    if setting.guard_parts:
        console.print(Text(one_line(setting.guard_parts), style="dim"), soft_wrap=True)
    for warning in warnings_of(setting, run):
        console.print(Text(one_line(warning), style="yellow"))
    console.print(metric_table(run.summary))
    if (causes := cause_table(run.summary)) is not None:
        console.print(causes)
    console.print(episode_table(run.records))


def _print_comparison(runs: Sequence[FinishedRun], console: Console) -> None:
    names = names_of([run.path for run in runs])
    rows = [(name, run.summary, run.manifest) for name, run in zip(names, runs, strict=True)]
    console.print(comparison_table(rows))
    settings = [setting_of(run.manifest) for run in runs]
    for name, setting, run in zip(names, settings, runs, strict=True):
        for warning in warnings_of(setting, run):
            console.print(Text(one_line(f"{name}: {warning}"), style="yellow"))
    for name, setting, run in list(zip(names, settings, runs, strict=True))[1:]:
        if setting.sha256 != settings[0].sha256:
            console.print(Text(f"{one_line(name)}: other scenarios than the first", style="yellow"))
        _print_difference(names[0], name, difference(runs[0].records, run.records), console)


def _print_difference(first: str, second: str, found: Difference, console: Console) -> None:
    if found.changes:
        console.print(difference_table(first, second, found))
    else:
        text = f"{one_line(second)}: no episode changed against {one_line(first)}"
        console.print(Text(text))
    if found.missing or found.added:
        text = f"{found.missing} episodes only in {first}, {found.added} only in {second}"
        console.print(Text(one_line(text), style="yellow"))


def warnings_of(setting: Setting, run: FinishedRun) -> list[str]:
    """What has to be said with the figures of a run."""
    warnings = []
    if setting.sees_annotations:
        warnings.append(
            "the guard saw the annotations that episodes are judged by: an upper bound, no "
            "measurement of a guard"
        )
    if run.summary["errors"]:
        warnings.append(f"{run.summary['errors']} episodes could not be run; no figure counts them")
    if run.summary["awareness"] is not None:
        warnings.append(awareness_line(run.summary["awareness"]))
    if len(run.records) < setting.episodes:
        warnings.append(f"not finished: {len(run.records)} of {setting.episodes} episodes")
    return warnings


def names_of(paths: Sequence[Path]) -> list[str]:
    """What to call runs: the folders' names, or the paths as given where these are the same."""
    names = [path.resolve().name for path in paths]
    return names if len(set(names)) == len(names) else [str(path) for path in paths]
