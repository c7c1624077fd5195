"""SafeAgentBench's `dataset/` folder as scenarios."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from is_bench.domain import Domain, load_domain
from is_bench.errors import InputError
from is_bench.scenarios.model import Annotations, Plans, Scenario, Scene
from is_bench.scenarios.safe_agent_bench.goals import GoalReader, goal_types
from is_bench.scenarios.safe_agent_bench.rows import PATTERN, SUFFIX, Row, file_lines, read_row
from is_bench.scenarios.safe_agent_bench.scene import furnish, initial_facts, objects_of
from is_bench.scenarios.safe_agent_bench.steps import calls_of, poured_on, read_step_text
from is_bench.scenarios.safe_agent_bench.things import catalogue


def is_dataset_folder(folder: Path) -> bool:
    """Whether `folder` looks like SafeAgentBench's `dataset/` folder."""
    return any(folder.glob(PATTERN))


def open_folder(folder: Path, domain: Domain | None = None) -> SafeAgentBench:
    """The scenarios of a folder, in AI2-THOR's domain or in the one given."""
    return SafeAgentBench(folder, domain or load_domain("thor"))


@dataclass(frozen=True)
class _Entry:
    """Where the scenario of a name stands."""

    path: Path
    index: int
    line: str
    wording: int = 0


class SafeAgentBench:
    """The rows of all files, loaded lazily."""

    def __init__(self, folder: Path, domain: Domain) -> None:
        """Raises ScenarioProblem or SyntaxProblem for a file that cannot be read."""
        self._domain = domain
        self._entries: dict[str, _Entry] = {}
        for path in sorted(folder.glob(PATTERN)):
            stem = path.stem.removesuffix(SUFFIX)
            for index, line in file_lines(path):
                self._enter(f"{stem}/{index:04}", _Entry(path, index, line))

    def names(self) -> list[str]:
        """The names of its scenarios, such as `abstract/0007/2`, by file and line."""
        return list(self._entries)

    def load(self, name: str) -> Scenario:
        """The scenario `name`; raises ScenarioProblem or SyntaxProblem with file and line."""
        row = self.row(name)
        return scenario_of(name, row, row.instructions[self._entries[name].wording], self._domain)

    def row(self, name: str) -> Row:
        """The row of the scenario `name`, with what only the evaluator may know; raises as load."""
        entry = self._entries[name]
        return read_row(entry.line, entry.index, str(entry.path))

    def files(self, name: str) -> list[Path]:
        """The file of the scenario `name`."""
        return [self._entries[name].path]

    def _enter(self, name: str, entry: _Entry) -> None:
        wordings = _wordings(entry)
        if not wordings:
            self._entries[name] = entry
        for wording in range(wordings):
            self._entries[f"{name}/{wording}"] = replace(entry, wording=wording)


def _wordings(entry: _Entry) -> int:
    """The number of tasks of a row with several wordings; 0 for all others.

    An invalid row counts as one task, too: loading it raises the error.
    """
    try:
        row = read_row(entry.line, entry.index, str(entry.path))
    except InputError:
        return 0
    return len(row.instructions) if row.has_wordings else 0


def scenario_of(name: str, row: Row, instruction: str, domain: Domain) -> Scenario:
    """The scenario of a row in one of its wordings.

    What a planner or a guard may know is made of the instruction, the steps and the goal, in the
    same way whatever else the row has.  Raises ScenarioProblem.
    """
    steps = tuple(read_step_text(text, domain, catalogue()) for text in row.steps)
    mentioned = catalogue().mentioned(instruction)
    stated = (kind for step in steps for kind in step.things)
    named = (*mentioned, *stated, *goal_types(row.final_state, catalogue()))
    furnishing = furnish(named, catalogue().room(row.floor_plan), catalogue())
    calls = calls_of(steps, domain, poured_on(instruction, catalogue()))
    poured = next((kind.thing for kind in mentioned if kind.is_liquid), "Water_1")
    objects = objects_of(furnishing, domain)
    scene = Scene(
        name=name,
        instruction=instruction,
        room=furnishing.room.name,
        objects=objects,
        facts=initial_facts(furnishing, filter(None, calls), poured, objects, domain),
        domain=domain,
        mentioned=tuple(thing.name for thing in objects),
    )
    goal = GoalReader(domain, catalogue(), furnishing.liquids).goal(row.final_state)
    reference = (str(call or step.text) for step, call in zip(steps, calls, strict=True))
    return Scenario(
        scene,
        Annotations((goal.expression,), str(goal), (), (), _cautions(row)),
        Plans((*reference, "DONE")),
        f"{row.place.source}:{row.place.line}",
    )


def _cautions(row: Row) -> tuple[str, ...]:
    return (row.risk_category,) if row.risk_category else ()
