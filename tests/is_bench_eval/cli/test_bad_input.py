"""Whatever stands in the files: an error that names the file and nothing written, or a run."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml

from is_bench_eval.cli.main import main
from tests.is_bench_eval.mutations import spoiled_document, spoiled_json, spoiled_text
from tests.sampling import sampled
from tests.small_dataset import (
    COOKING,
    DOCUMENTS,
    PROBLEM,
    STORING,
    TASK,
    text_of,
    write_data_folder,
    write_dataset,
)

PLANS = [{"task": "cook_apple", "plan": COOKING}, {"task": "store_apple", "plan": STORING}]


def spoiled_plans(rng: random.Random) -> str:
    if rng.random() < 0.5:
        return spoiled_text("\n".join(map(json.dumps, PLANS)), rng)
    return "\n".join(json.dumps(spoiled_document(line, rng)) for line in PLANS)


def spoiled_yaml(rng: random.Random) -> str:
    name = rng.choice(sorted(DOCUMENTS))
    if rng.random() < 0.5:
        return spoiled_text(text_of(name), rng)
    text: str = yaml.safe_dump(spoiled_document(DOCUMENTS[name], rng), sort_keys=False)
    return text


@dataclass
class Trials:
    """Runs the command line on spoiled input, and collects what must not happen."""

    capsys: pytest.CaptureFixture[str]
    out: Path
    accepted: int = 0
    refused: int = 0
    problems: list[str] = field(default_factory=list)

    def run(self, name: str, spoiled: Path, text: str, arguments: list[str], *also: Path) -> None:
        """Write `text` to the file `spoiled`, run, and note what was wrong with the outcome.

        `also` are files that no longer fit the spoiled one, and may be named instead.
        """
        spoiled.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            code: object = main([*arguments, "--out", str(self.out)])
        except BaseException as error:  # noqa: BLE001  # whatever it is, it is what is looked for
            code = f"{type(error).__name__}: {error}"
        printed = self.capsys.readouterr()
        problem = self._problem(code, printed.err, [spoiled, *also])
        if problem:
            self.problems.append(f"{name}: {problem[:300]}")
        shutil.rmtree(self.out, ignore_errors=True)

    def _problem(self, code: object, errors: str, files: list[Path]) -> str:
        if code == 0:
            self.accepted += 1
            return "" if (self.out / "summary.json").is_file() else "exit 0 without a summary"
        self.refused += 1
        if code != 2:
            return f"ended with {code}: {errors}"
        if self.out.exists():
            return "wrote something"
        if not errors.startswith(tuple(f"is-bench: error: {file}" for file in files)):
            return f"the file is not named: {errors}"
        return ""

    def check(self) -> None:
        """Fail if anything went wrong, or if the trials tried nothing."""
        assert self.problems == []
        assert self.refused > self.accepted


@pytest.fixture
def trials(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Trials]:
    made = Trials(capsys, tmp_path / "out")
    yield made
    made.check()


Text = Callable[[random.Random], str]


def seeds(kind: str, count: int) -> Iterator[tuple[str, random.Random]]:
    return ((f"{kind} {n}", random.Random(f"{kind} {n}")) for n in sampled(range(count), 3))


def test_spoiled_plans_files(trials: Trials, tmp_path: Path) -> None:
    dataset, path = write_dataset(tmp_path / "small"), tmp_path / "plans.jsonl"
    arguments = ["eval", "--dataset", str(dataset), "--planner", f"plans:{path}"]
    for name, rng in seeds("plans", 350):
        trials.run(name, path, spoiled_plans(rng), arguments)


def test_spoiled_task_files(trials: Trials, tmp_path: Path) -> None:
    data = write_data_folder(tmp_path / "data")
    for name, rng in seeds("task", 250):
        trials.run(
            name,
            data / "tasks" / "cook_apple.json",
            spoiled_json(TASK, rng),
            ["eval", "--dataset", str(data)],
        )


def test_spoiled_problem_files(trials: Trials, tmp_path: Path) -> None:
    data = write_data_folder(tmp_path / "data")
    for name, rng in seeds("problem", 250):
        trials.run(
            name,
            data / "bddl" / "cook_apple" / "problem0.bddl",
            spoiled_text(PROBLEM, rng),
            ["eval", "--dataset", str(data)],
            data / "tasks" / "cook_apple.json",
        )


def test_spoiled_scenarios(trials: Trials, tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    for name, rng in seeds("scenario", 200):
        trials.run(
            name,
            folder / "spoiled.yaml",
            spoiled_yaml(rng),
            ["eval", "--dataset", str(folder)],
        )


@pytest.mark.parametrize("name", ["tasks/cook_apple.json", "bddl/cook_apple/problem0.bddl"])
@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"\x00" * 100, b"\xef\xbb\xbf", b"\n\n", b"null"]
)
def test_files_that_are_no_text(
    name: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_data_folder(tmp_path / "data") / name
    path.write_bytes(data)
    out = tmp_path / "out"
    assert main(["eval", "--dataset", str(tmp_path / "data"), "--out", str(out)]) == 2
    assert str(path) in capsys.readouterr().err
    assert not out.exists()
