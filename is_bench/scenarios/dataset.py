"""Collections of scenarios: IS-Bench's data folder, folders of YAML files, the bundled ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Protocol

from is_bench.errors import Place, ScenarioProblem, UnknownNameError
from is_bench.scenarios import is_bench_data, twins, yaml_scenario
from is_bench.scenarios.model import Scenario, twin_name


class _Source(Protocol):
    """Where the scenarios of a dataset come from."""

    def names(self) -> list[str]: ...
    def load(self, name: str) -> Scenario: ...
    def files(self, name: str) -> list[Path]: ...


class Dataset:
    """Named scenarios, read when they are asked for."""

    def __init__(self, title: str, source: _Source) -> None:
        """`title` names the dataset in reports."""
        self.title = title
        self._source = source
        self._names = source.names()
        self._read: dict[str, Scenario] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all scenarios, in order."""
        return tuple(self._names)

    def get(self, name: str) -> Scenario:
        """The scenario `name`; raises UnknownNameError, ScenarioProblem or SyntaxProblem."""
        if name not in self._read:
            if name not in self._names:
                raise UnknownNameError("task", name, self._names)
            self._read[name] = self._source.load(name)
        return self._read[name]

    def __iter__(self) -> Iterator[Scenario]:
        return (self.get(name) for name in self._names)

    def files(self, name: str) -> list[Path]:
        """The files that the scenario `name` is read from."""
        return self._source.files(name)

    def digest(self, names: Iterable[str]) -> str:
        """A SHA-256 over the files of the scenarios `names`, whatever their order."""
        total = hashlib.sha256()
        for name in sorted(set(names)):
            total.update(name.encode())
            for path in self.files(name):
                total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()


class _IsBenchFolder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        return list(is_bench_data.task_files(self._folder))

    def load(self, name: str) -> Scenario:
        return is_bench_data.load_task(self._folder, name)

    def files(self, name: str) -> list[Path]:
        task = is_bench_data.task_files(self._folder)[name]
        return [task, is_bench_data.problem_file(self._folder, name)]


class _YamlFolder:
    """A file is a scenario of its own, or a pair of twins."""

    def __init__(self, folder: Path) -> None:
        self._paths: dict[str, Path] = {}
        self._twins: dict[Path, tuple[Scenario, Scenario]] = {}
        for path in sorted(folder.glob("*.yaml")):
            for name in _names_in(path):
                if name in self._paths:
                    raise ScenarioProblem(
                        f"a scenario is named {name!r} in {self._paths[name].name}, too; "
                        "rename one of the files",
                        Place(str(path)),
                    )
                self._paths[name] = path

    def names(self) -> list[str]:
        return list(self._paths)

    def load(self, name: str) -> Scenario:
        path = self._paths[name]
        if name == path.stem:
            return yaml_scenario.load_scenario(path)
        if path not in self._twins:
            self._twins[path] = twins.load_twins(path)
        return next(scenario for scenario in self._twins[path] if scenario.name == name)

    def files(self, name: str) -> list[Path]:
        return [self._paths[name]]


def _names_in(path: Path) -> tuple[str, ...]:
    if twins.is_twins_file(path):
        return tuple(twin_name(path.stem, unsafe=unsafe) for unsafe in (True, False))
    return (path.stem,)


BUNDLED = {
    "bundled": "bundled scenarios",
    "dynamic": "bundled dynamic scenarios",
    "twins": "bundled twins",
}
"""The datasets that come with the package, each with its title."""


def bundled_dataset(name: str = "bundled") -> Dataset:
    """A dataset that comes with the package; raises UnknownNameError."""
    if name not in BUNDLED:
        raise UnknownNameError("bundled dataset", name, BUNDLED)
    folder = Path(str(files("is_bench") / "scenarios" / name))
    return Dataset(BUNDLED[name], _YamlFolder(folder))


def load_dataset(folder: Path | None) -> Dataset:
    """The dataset in `folder`: IS-Bench's `data/` or one of YAML files; None: the bundled one.

    Where no such folder exists, it may be the name of a bundled dataset.  Raises ScenarioProblem if
    it is neither.
    """
    if folder is None:
        return bundled_dataset()
    place = Place(str(folder))
    if not folder.is_dir():
        if str(folder) in BUNDLED:
            return bundled_dataset(str(folder))
        raise ScenarioProblem(
            f"there is no such folder, nor a bundled dataset of that name ({', '.join(BUNDLED)})",
            place,
        )
    if is_bench_data.is_data_folder(folder):
        dataset = Dataset(f"IS-Bench data in {folder}", _IsBenchFolder(folder))
    else:
        dataset = Dataset(f"scenarios in {folder}", _YamlFolder(folder))
    if not dataset.names:
        raise ScenarioProblem(
            "no scenario here; expected tasks/*.json with bddl/*/problem0.bddl, or *.yaml", place
        )
    return dataset
