"""Registry of dataset formats, matched in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from is_bench.domain import Domain
from is_bench.errors import Place, ScenarioProblem
from is_bench.scenarios import is_bench_data, safe_agent_bench, twins, yaml_scenario
from is_bench.scenarios.model import Scenario, twin_name


class Source(Protocol):
    """The source of a dataset's scenarios."""

    def names(self) -> list[str]:
        """The names of its scenarios, in order."""
        ...

    def load(self, name: str) -> Scenario:
        """The scenario `name`; raises ScenarioProblem or SyntaxProblem with the place."""
        ...

    def files(self, name: str) -> list[Path]:
        """The files that the scenario `name` is read from."""
        ...


@dataclass(frozen=True)
class Format:
    """A folder format of datasets."""

    title: str
    """Followed by the folder in reports."""
    expects: str
    """The files of this format, for error messages."""
    matches: Callable[[Path], bool]
    """Whether a folder has this format."""
    open: Callable[[Path, Domain | None], Source]
    """The scenarios of a folder, in their own domain or in the one given."""


@dataclass(frozen=True)
class _IsBenchFolder:
    folder: Path
    domain: Domain | None = None

    def names(self) -> list[str]:
        return list(is_bench_data.task_files(self.folder))

    def load(self, name: str) -> Scenario:
        return is_bench_data.load_task(self.folder, name, self.domain)

    def files(self, name: str) -> list[Path]:
        task = is_bench_data.task_files(self.folder)[name]
        return [task, is_bench_data.problem_file(self.folder, name)]


class YamlFolder:
    """A folder of YAML files, each a scenario of its own or a pair of twins."""

    def __init__(self, folder: Path, domain: Domain | None = None) -> None:
        """Raises ScenarioProblem if two scenarios have the same name."""
        self._domain = domain
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
        """The names of its scenarios, by file."""
        return list(self._paths)

    def load(self, name: str) -> Scenario:
        """The scenario `name`; raises ScenarioProblem or SyntaxProblem with the place."""
        path = self._paths[name]
        if name == path.stem:
            return yaml_scenario.load_scenario(path, self._domain)
        if path not in self._twins:
            self._twins[path] = twins.load_twins(path, self._domain)
        return next(scenario for scenario in self._twins[path] if scenario.name == name)

    def files(self, name: str) -> list[Path]:
        """The file of the scenario `name`."""
        return [self._paths[name]]


def _names_in(path: Path) -> tuple[str, ...]:
    if twins.is_twins_file(path):
        return tuple(twin_name(path.stem, unsafe=unsafe) for unsafe in (True, False))
    return (path.stem,)


FORMATS = (
    Format(
        "IS-Bench data in",
        "tasks/*.json with bddl/*/problem0.bddl",
        is_bench_data.is_data_folder,
        _IsBenchFolder,
    ),
    Format(
        "SafeAgentBench rows in",
        "*_1009.jsonl",
        safe_agent_bench.is_dataset_folder,
        safe_agent_bench.open_folder,
    ),
    Format("scenarios in", "*.yaml", lambda folder: any(folder.glob("*.yaml")), YamlFolder),
)
"""All formats; a new format is one more entry."""
