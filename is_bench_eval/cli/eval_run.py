"""`is-bench eval`: a run with a progress bar, and tables at the end."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.text import Text

from is_bench_eval.awareness.choice import JudgeSettings, make_judge
from is_bench_eval.awareness.record import awareness_line
from is_bench_eval.cli.eval_plan import run_plan
from is_bench_eval.cli.judge import judge_settings
from is_bench_eval.console.interrupts import Interrupted
from is_bench_eval.console.progress import ProgressBar, progress_bar
from is_bench_eval.console.text import counted, one_line
from is_bench_eval.judging.runs import judge_run
from is_bench_eval.recording.results import Record
from is_bench_eval.recording.run_folder import RunFolder
from is_bench_eval.reports.page import render_report
from is_bench_eval.reports.setting import setting_of
from is_bench_eval.reports.tables import cause_table, episode_table, metric_table, planner_line
from is_bench_eval.workers.run import RunPlan, RunResult, execute

OK, EPISODES_FAILED = 0, 3
RESUMABLE, UNTOUCHED = "--resume continues the run", "nothing was written"
"""What to know after Ctrl-C."""


def evaluate_command(arguments: argparse.Namespace) -> int:
    """Run what `is-bench eval` was asked for; returns the exit code.  Raises InputError."""
    plan, judge = run_plan(arguments), judge_settings(arguments)
    result = _execute_with_progress(plan)
    try:
        summary = _finish(plan, result, judge)
    except KeyboardInterrupt:
        raise Interrupted(RESUMABLE) from None
    _show(plan, result, summary, Console())
    return EPISODES_FAILED if result.failed else OK


def _show(plan: RunPlan, result: RunResult, summary: Record, console: Console) -> None:
    console.print(episode_table(result.records))
    console.print(metric_table(summary))
    if (causes := cause_table(summary)) is not None:
        console.print(causes)
    if summary["awareness"] is not None:
        console.print(awareness_line(summary["awareness"]), markup=False, soft_wrap=True)
    if "planner" in summary:
        console.print(planner_line(summary["planner"]), markup=False, soft_wrap=True)
    if parts := setting_of(plan.manifest).guard_parts:
        console.print(Text(one_line(parts), style="dim"))
    for record in result.failed:
        console.print(f"could not be run: {record['task']}: {record['error']}", markup=False)
    if result.failed:
        console.print(_advice(plan), markup=False, highlight=False)
    page = plan.out / "report.html"
    line = Text.assemble("report: ", (str(page), f"link {page.resolve().as_uri()}"))
    console.print(line, highlight=False, soft_wrap=True)


def _advice(plan: RunPlan) -> str:
    """What to do about episodes that could not be run."""
    again = "run them again with --resume"
    if plan.spec.planning is None:
        return again
    model, url = plan.spec.planning.model, plan.spec.planning.endpoint
    return f"check that {url} can be reached and serves {model}, then {again}"


def _finish(plan: RunPlan, result: RunResult, judge: JudgeSettings) -> Record:
    """Judge what planners have stated, write the report, and return the summary."""
    folder = RunFolder(plan.out)
    if result.summary["awareness"] is not None:
        return judge_run(folder, plan.manifest, result.records, plan.dataset, make_judge(judge))
    page = render_report(plan.manifest, result.summary, result.records, plan.out)
    folder.write_text("report.html", page)
    return result.summary


def _execute_with_progress(plan: RunPlan) -> RunResult:
    if plan.resume and not RunFolder(plan.out).has_run:
        Console(stderr=True).print(
            f"{plan.out} holds no run to resume; starting a new one", markup=False, soft_wrap=True
        )
    with progress_bar("episodes", len(plan.episodes)) as bar:
        watcher = _Shown(bar)
        try:
            return execute(plan, watcher)
        except KeyboardInterrupt:
            raise Interrupted(RESUMABLE if watcher.began else UNTOUCHED) from None


class _Shown:
    """Shows the progress of a run."""

    def __init__(self, bar: ProgressBar) -> None:
        self.began = False
        """Whether the folder of the run is there."""
        self._bar = bar

    def started(self, done: int) -> None:
        self.began = True
        self._bar.reach(done)

    def wrote(self, record: Record) -> None:
        self._bar.advance(what=record["task"])

    def lost(self, why: str, again: int) -> None:
        what = f"running its {counted(again, 'episode')} again" if again else "it had no episode"
        self._bar.say(f"lost a worker ({why}); {what}")
