"""`is-bench doctor [--dataset DIR]`: everything looked at, printed, and the exit code."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from is_bench.errors import Place, ScenarioProblem
from is_bench.scenarios import Dataset, load_dataset
from is_bench_eval.console.text import counted
from is_bench_eval.doctor.dataset import check_dataset
from is_bench_eval.doctor.findings import Finding, Severity, worst
from is_bench_eval.doctor.install import check_install
from is_bench_eval.doctor.printing import counts, print_checks, print_defects
from is_bench_eval.doctor.ros_process import check_ros

SOUND, UNSOUND = 0, 1


def examine(dataset: Path | None, console: Console) -> int:
    """Check the installation, ROS and, if one is given, a dataset folder.

    Returns 0, or 1 if something does not work.  Raises InputError if `dataset` is no dataset.
    """
    loaded = None if dataset is None else _load(dataset)
    found = _collect("the installation", check_install())
    print_checks("Installation", found, console)
    ros = _collect("ROS", check_ros())
    print_checks("ROS", ros, console)
    everything = [*found, *ros]
    if dataset is not None and loaded is not None:
        defects = _examine_tasks(dataset, loaded)
        print_defects(f"Dataset {dataset}", defects, str(dataset), console)
        console.print(_told(loaded, defects), highlight=False, markup=False, soft_wrap=True)
        everything += defects
    console.print()
    console.print(f"doctor: {counts(everything)}", highlight=False, markup=False)
    return UNSOUND if worst(everything) is Severity.ERROR else SOUND


def _load(folder: Path) -> Dataset:
    try:
        return load_dataset(folder)
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
        raise ScenarioProblem(message, Place(str(folder))) from None


def _collect(what: str, findings: Iterable[Finding]) -> list[Finding]:
    errors = Console(stderr=True)
    if not errors.is_terminal:
        return list(findings)
    with errors.status(f"looking at {what}"):
        return list(findings)


def _examine_tasks(folder: Path, dataset: Dataset) -> list[Finding]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    errors = Console(stderr=True)
    with Progress(
        *columns, console=errors, transient=True, disable=not errors.is_terminal
    ) as progress:
        bar = progress.add_task("tasks", total=len(dataset.names))

        def begin(name: str) -> None:
            progress.update(bar, advance=1, description=name[:40])

        return list(check_dataset(folder, dataset, begin))


def _told(dataset: Dataset, defects: Iterable[Finding]) -> str:
    listed = list(defects)
    bad = {found.subject for found in listed if found.severity is not Severity.NOTE}
    sound = [name for name in dataset.names if name not in bad]
    tasks = counted(len(dataset.names), "task")
    return f"{tasks}, {len(sound)} without errors or warnings: {counts(listed)}"
