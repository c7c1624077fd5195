"""Files that no task claims, or that stand where nobody looks for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from is_bench.errors import InputError, Place
from is_bench.scenarios.is_bench_data import is_data_folder, problem_file, task_files
from is_bench_eval.doctor.findings import Finding
from is_bench_eval.doctor.task import Defect

MISNAMED = Defect("misnamed folder", "rename the folder after its task")
UNCLAIMED = Defect("unclaimed file", "remove it, or add the task that it belongs to")
PROBLEM = "problem0.bddl"


def check_folders(folder: Path) -> Iterator[Finding]:
    """The misnamed and unclaimed files of a dataset."""
    if not is_data_folder(folder):
        for path in sorted(folder.glob("*.yml")):
            message = "not read: the name of a scenario ends in .yaml"
            yield UNCLAIMED.found(path.name, Place(str(path)), message)
        return
    claimed = set()
    for name in task_files(folder):
        try:
            home = problem_file(folder, name).parent
        except InputError:
            continue  # which is found when the task is loaded
        claimed.add(home)
        if home.name != name:
            message = (
                f"the problem of {name}; it is recognised by its header here, but the released "
                f"code looks in bddl/{name} and cannot load the task"
            )
            yield MISNAMED.found(name, Place(str(home / PROBLEM)), message)
    for path in sorted((folder / "bddl").iterdir()):
        if path.is_dir() and path not in claimed:
            message = "no task has this problem"
            if not (path / PROBLEM).is_file():
                message = f"there is no {PROBLEM} in this folder"
            yield UNCLAIMED.found(path.name, Place(str(path)), message)
