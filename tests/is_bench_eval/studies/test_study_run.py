"""`is-bench study`: every study over a few twins, and what is wrong with its input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from is_bench.scenarios import Scenario, load_dataset
from is_bench_eval.cli.main import main
from is_bench_eval.cli.study import STUDY_NAMES
from is_bench_eval.studies.case_runner import CaseRunner
from is_bench_eval.studies.catalogue import STUDIES
from is_bench_eval.studies.classifier import ClassifierStudy
from tests.small_dataset import write_dataset
from tests.small_twins import write_twins

FILES = {"cases.jsonl", "study.html", "study.json"}
Study = Callable[..., int]
OF_TWINS = [name for name in STUDY_NAMES if name != "safe_agent_bench"]
"""The studies that twins can be given to."""


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """`is-bench study` over the small twins."""
    folder = write_twins(tmp_path / "twins")

    def run(name: str, out: Path, *options: str) -> int:
        return main(["study", name, "--dataset", str(folder), "--out", str(out), *options])

    return run


def read(out: Path) -> Any:
    return json.loads((out / "study.json").read_text())


def cases(out: Path) -> list[Any]:
    return [json.loads(line) for line in (out / "cases.jsonl").read_text().splitlines()]


def test_the_command_knows_every_study() -> None:
    assert set(STUDY_NAMES) == set(STUDIES)


@pytest.mark.parametrize("name", OF_TWINS)
def test_a_study_writes_its_figures(
    study: Study, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert study(name, out) == 0
    document = read(out)
    assert {path.name for path in out.iterdir()} == FILES | (
        {"timing.json"} if name == "cost" else set()
    )
    assert (document["study"], document["scenarios"]) == (name, 6)
    assert document["cases"] == len(cases(out))
    assert document["failures"] == []
    assert document["made"]["arguments"]["study"] == name
    assert len(document["made"]["knowledge_base"]["sha256"]) == 64
    shown = capsys.readouterr().out
    for table in document["tables"]:
        assert {column["id"] for column in table["columns"]} == {
            key for row in table["rows"] for key in row["cells"]
        } or not table["rows"]
        assert table["title"].split(":")[0] in shown
        assert f'id="{table["id"]}"' in (out / "study.html").read_text()
    assert "timing" not in cases(out)[0]


@pytest.mark.parametrize("name", ["classifier", "cost"])
def test_the_same_input_gives_the_same_bytes(study: Study, tmp_path: Path, name: str) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert study(name, one) == 0
    assert study(name, other, "--workers", "2") == 0
    for file in FILES:
        assert without_times(one / file) == without_times(other / file)


def without_times(path: Path) -> str:
    """A file without the section of the page that holds wall times."""
    before, _, rest = path.read_text().partition('<section id="timing"')
    return before + rest.partition("</section>")[2]


@pytest.mark.parametrize("name", OF_TWINS)
def test_the_bundled_twins_can_be_studied(name: str, tmp_path: Path) -> None:
    names = load_dataset(Path("twins")).names
    few = ",".join(names[:2] + names[-2:])
    assert main(["study", name, "--tasks", few, "--out", str(tmp_path / "out")]) == 0
    assert {case["task"] for case in cases(tmp_path / "out")} == set(few.split(","))


@pytest.mark.parametrize("name", ["types", "classifier", "cost"])
def test_scenarios_that_are_no_twins_can_be_studied(name: str, tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "small")
    out = tmp_path / "out"
    assert main(["study", name, "--dataset", str(folder), "--out", str(out)]) == 0
    assert {case["category"] for case in cases(out)} == {None}


@pytest.mark.parametrize("name", ["ablation", "composition"])
def test_stages_and_parts_need_twins(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_dataset(tmp_path / "small")
    out = tmp_path / "out"
    assert main(["study", name, "--dataset", str(folder), "--out", str(out)]) == 2
    assert "compares twins" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--dataset", "nowhere"], "there is no such folder"),
        (["--tasks", "nothing"], "no task is named 'nothing'"),
        (["--knowledge-base", "nothing.yaml"], "nothing.yaml"),
    ],
)
def test_bad_input_writes_nothing(
    tmp_path: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["study", "classifier", *options, "--out", str(out)]) == 2
    assert message in capsys.readouterr().err
    assert not out.exists()


def test_a_folder_with_a_study_is_not_overwritten(
    study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "study.json").write_text("{}")
    assert study("ablation", out) == 2
    assert "holds a study already" in capsys.readouterr().err
    assert study("ablation", out / "study.json") == 2
    assert "is a file" in capsys.readouterr().err
    assert (out / "study.json").read_text() == "{}"


def test_a_study_that_does_not_exist_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["study", "nothing", "--out", str(tmp_path / "out")])
    assert ended.value.code == 2


def test_a_scenario_that_cannot_be_run_is_left_out_and_named(
    study: Study,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run = ClassifierStudy.cases

    def breaks(self: ClassifierStudy, scenario: Scenario, runner: CaseRunner) -> Any:
        if scenario.name == "order_rag__safe":
            raise RuntimeError("no power")
        return run(self, scenario, runner)

    monkeypatch.setattr(ClassifierStudy, "cases", breaks)
    out = tmp_path / "out"
    assert study("classifier", out) == 3
    failure = {"task": "order_rag__safe", "error": "RuntimeError: no power"}
    assert read(out)["failures"] == [failure]
    assert "order_rag__safe" not in {case["task"] for case in cases(out)}
    assert "could not be run: order_rag__safe: RuntimeError" in capsys.readouterr().out
    assert "1 scenario could not be run" in (out / "study.html").read_text()
