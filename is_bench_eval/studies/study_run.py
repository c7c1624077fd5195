"""`is-bench study`: from arguments to a folder of figures, with a progress bar and tables."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from is_bench.errors import InputError, Place
from is_bench.scenarios import Dataset
from is_bench_eval.console.progress import progress_bar
from is_bench_eval.console.text import one_line
from is_bench_eval.errors import RunFolderProblem
from is_bench_eval.recording.run_folder import RunFolder
from is_bench_eval.specs.run_spec import RunSpec, plan_episodes
from is_bench_eval.studies.catalogue import STUDIES
from is_bench_eval.studies.document import study_document, what_makes
from is_bench_eval.studies.page import render_study
from is_bench_eval.studies.runner import StudyResult, run_study
from is_bench_eval.studies.safe_agent_bench.labels import RowLabels, read_labels, with_labels
from is_bench_eval.studies.step_answers import Answers, read_all_answers, with_answers
from is_bench_eval.studies.study import Study
from is_bench_eval.studies.terminal import study_table, timing_table
from is_bench_eval.studies.timing import timing_document

OK, SCENARIOS_FAILED = 0, 3
ANSWERED = "steps"
"""The study that takes answers of others."""
LABELED = "safe_agent_bench"
"""The study that takes labels of rows."""
STUDY, CASES, PAGE, TIMES = "study.json", "cases.jsonl", "study.html", "timing.json"


@dataclass(frozen=True)
class _Plan:
    study: Study
    run: RunSpec
    dataset: Dataset
    tasks: tuple[str, ...]
    made: dict[str, Any]
    answers: tuple[Answers, ...]
    labels: RowLabels | None
    workers: int
    out: Path


def study_command(arguments: argparse.Namespace) -> int:
    """Run what `is-bench study` was asked for; returns the exit code.  Raises InputError."""
    plan = _plan(arguments)
    result = _run_with_progress(plan)
    if plan.answers:
        result = replace(result, cases=with_answers(result.cases, plan.answers))
    if plan.labels is not None:
        result = replace(result, cases=with_labels(result.cases, plan.labels))
    document = study_document(plan.study, plan.made, result)
    timing = timing_document(result.timings) if result.timings else None
    _write(plan.out, document, result, timing)
    _print(document, timing, plan.out, Console())
    return SCENARIOS_FAILED if result.failures else OK


def _plan(arguments: argparse.Namespace) -> _Plan:
    _check_folder(arguments.out)
    files = tuple(path.resolve() for path in arguments.knowledge_base)
    run = RunSpec(dataset=arguments.dataset, world=arguments.world, knowledge_base=files)
    dataset, episodes = plan_episodes(run, arguments.tasks)
    tasks = tuple(dict.fromkeys(episode.task for episode in episodes))
    study = STUDIES[arguments.study]
    study.check(dataset, tasks)
    given = {
        "study": study.name,
        "dataset": str(arguments.dataset),
        "tasks": arguments.tasks,
        "knowledge_base": [str(path) for path in files],
        "world": arguments.world,
    }
    answers = _answers(arguments, dataset)
    if answers:
        given["answers"] = [found.file.document() for found in answers]
    labels = _labels(arguments)
    if labels is not None:
        given["labels"] = labels.file.document()
    made = what_makes(run, dataset, tasks, given)
    workers, out = arguments.workers, arguments.out
    return _Plan(study, run, dataset, tasks, made, answers, labels, workers, out)


def _answers(arguments: argparse.Namespace, dataset: Dataset) -> tuple[Answers, ...]:
    if arguments.answers and arguments.study != ANSWERED:
        message = f"the study {arguments.study!r} takes no answers; {ANSWERED!r} does"
        raise InputError(message, Place("--answers"))
    return read_all_answers(arguments.answers, dataset.names)


def _labels(arguments: argparse.Namespace) -> RowLabels | None:
    if arguments.labels is None:
        return None
    if arguments.study != LABELED:
        message = f"the study {arguments.study!r} takes no labels; {LABELED!r} does"
        raise InputError(message, Place("--labels"))
    return read_labels(arguments.labels)


def _check_folder(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise RunFolderProblem("is a file; give a folder for --out", Place(str(out)))
    if (out / STUDY).exists():
        raise RunFolderProblem("holds a study already; give another --out", Place(str(out)))


def _run_with_progress(plan: _Plan) -> StudyResult:
    with progress_bar(plan.study.name, len(plan.tasks)) as bar:
        return run_study(
            plan.study,
            plan.run,
            plan.dataset,
            plan.tasks,
            workers=plan.workers,
            progress=bar.advance,
        )


def _write(
    out: Path, document: dict[str, Any], result: StudyResult, timing: dict[str, Any] | None
) -> None:
    """Write all files, study.json last: where it is, the folder is whole."""
    folder = RunFolder(out)
    try:
        out.mkdir(parents=True, exist_ok=True)
        folder.write_text(CASES, "".join(json.dumps(case) + "\n" for case in result.cases))
        if timing is not None:
            folder.write_json(TIMES, timing)
        folder.write_text(PAGE, render_study(document, timing))
        folder.write_json(STUDY, document)
    except OSError as error:
        raise RunFolderProblem(f"cannot be written: {error.strerror}", Place(str(out))) from None


def _print(
    document: dict[str, Any], timing: dict[str, Any] | None, out: Path, console: Console
) -> None:
    console.print(Text(document["title"], style="bold"))
    for table in document["tables"]:
        console.print(study_table(table))
    if timing is not None:
        console.print(timing_table(timing))
    for failure in document["failures"]:
        text = f"could not be run: {one_line(failure['task'])}: {one_line(failure['error'])}"
        console.print(Text(text, style="red"), soft_wrap=True)
    console.print(Text(f"figures: {one_line(str(out / PAGE))}"), soft_wrap=True)
