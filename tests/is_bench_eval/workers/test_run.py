"""Whole runs in this process: workers, resuming, and episodes that cannot be run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from rosbags.highlevel import AnyReader

from is_bench.calls import SkillCall
from is_bench.world import Outcome
from is_bench_eval.cli.main import main
from is_bench_eval.recording.run_folder import read_results
from is_planner_node.backends import PLANNERS
from sim_bridge.backends import SIMULATORS, EmbeddedSimulator
from tests.small_dataset import COOK_APPLE, COOKING, NAMES, STOVE_OFF, STOVE_ON, write_dataset

PLANS = [
    ("store_apple", ["DONE"]),
    ("cook_apple", COOKING),
    ("cook_apple", [STOVE_ON, COOK_APPLE, "DONE"]),
    ("fetch_knife", ["OPEN(nothing)"]),
    ("cook_apple", [STOVE_OFF]),
]


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "small")


@pytest.fixture
def plans(tmp_path: Path) -> Path:
    path = tmp_path / "plans.jsonl"
    lines = [json.dumps({"task": task, "plan": plan}) for task, plan in PLANS * 4]
    path.write_text("\n".join(lines))
    return path


Evaluate = Callable[..., int]


@pytest.fixture
def evaluate(dataset: Path) -> Evaluate:
    """`is-bench eval` of the small dataset."""

    def run(out: Path, *options: str) -> int:
        return main(["eval", "--dataset", str(dataset), "--out", str(out), *options])

    return run


def summary(out: Path) -> Any:
    return json.loads((out / "summary.json").read_text())


def test_results_are_in_the_order_of_the_input(
    evaluate: Evaluate, plans: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert evaluate(out, "--planner", f"plans:{plans}") == 0
    records = read_results(out / "results.jsonl")
    assert [(r["task"], r["plan"]) for r in records] == PLANS * 4
    assert [r["plan_index"] for r in records if r["task"] == "cook_apple"] == list(range(12))
    assert summary(out)["episodes"] == 20
    assert {path.name for path in out.iterdir()} == {
        "manifest.json",
        "report.html",
        "results.jsonl",
        "summary.json",
    }


@pytest.mark.parametrize("scale", [["--in-flight", "5"], ["--workers", "2", "--in-flight", "3"]])
def test_scale_changes_no_result(
    scale: list[str], evaluate: Evaluate, plans: Path, tmp_path: Path
) -> None:
    one, many = tmp_path / "one", tmp_path / "many"
    options = ["--planner", f"plans:{plans}", "--guard", "enforce"]
    assert evaluate(one, *options) == 0
    assert evaluate(many, *options, *scale) == 0
    for name in ("results.jsonl", "summary.json", "manifest.json"):
        assert (one / name).read_bytes() == (many / name).read_bytes()


@pytest.mark.parametrize(("scale", "bags"), [(["--in-flight", "4"], 1), (["--workers", "2"], 2)])
def test_every_process_records_a_bag(
    scale: list[str], bags: int, evaluate: Evaluate, plans: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert evaluate(out, "--planner", f"plans:{plans}", "--record", *scale) == 0
    found = sorted((out / "bags").iterdir())
    assert [path.name for path in found] == [f"run_{number}" for number in range(bags)]
    recorded = []
    for path in found:
        with AnyReader([path]) as bag:
            states = [c for c in bag.connections if c.topic.endswith("/world_state")]
            seen: list[Any] = [
                bag.deserialize(raw, c.msgtype) for c, _, raw in bag.messages(states)
            ]
            recorded += [state.episode_id for state in seen if state.step == 0]
    written = read_results(out / "results.jsonl")
    assert sorted(recorded) == sorted(f"{r['task']}/{r['plan_index']}" for r in written)


def test_the_same_run_twice_gives_the_same_files(evaluate: Evaluate, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    assert evaluate(first, "--planner", "careless") == 0
    assert evaluate(second, "--planner", "careless") == 0
    for name in ("results.jsonl", "summary.json", "manifest.json"):
        assert (first / name).read_bytes() == (second / name).read_bytes()


@pytest.mark.parametrize(
    "options",
    [
        ["--in-flight", "2", "--engine", "ros"],
        ["--workers", "2", "--engine", "ros", "--nodes", "external"],
        ["--ray-address", "auto"],
        ["--record", "--engine", "ray"],
        ["--render", "--engine", "ray"],
    ],
)
def test_scale_does_not_go_with_everything(
    options: list[str], evaluate: Evaluate, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate(tmp_path / "out", *options) == 2
    assert options[0] in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


# Resuming


def test_a_finished_run_needs_resume_to_be_touched(
    evaluate: Evaluate, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert evaluate(out) == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    assert evaluate(out) == 2
    assert f"is-bench: error: {out}: holds a run already" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
    assert evaluate(out, "--resume") == 0
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_only_the_missing_episodes_are_run(
    evaluate: Evaluate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    assert evaluate(out) == 0
    whole = (out / "results.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    (out / "results.jsonl").write_bytes(lines[2] + lines[0] + lines[1][:-10])
    (out / "summary.json").unlink()

    asked: list[str] = []
    reference = PLANNERS["reference"]

    def noting(scenario: Any, *rest: Any) -> Any:
        asked.append(scenario.name)
        return reference(scenario, *rest)

    monkeypatch.setitem(cast(dict[str, Any], PLANNERS), "reference", noting)
    assert evaluate(out, "--resume") == 0
    assert asked == [NAMES[1]]
    assert (out / "results.jsonl").read_bytes() == whole
    assert summary(out)["episodes"] == 3


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (["--seed", "1"], "--seed was 0 and is 1;"),
        (["--planner", "careless"], '--planner was "reference" and is "careless";'),
        (["--tasks", "cook_apple"], '--tasks was not given and is "cook_apple";'),
    ],
)
def test_a_run_is_resumed_with_its_own_arguments_only(
    other: list[str],
    told: str,
    evaluate: Evaluate,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "out"
    assert evaluate(out) == 0
    assert evaluate(out, "--resume", *other) == 2
    assert told in capsys.readouterr().err


def test_a_run_is_resumed_where_a_default_is_given(evaluate: Evaluate, tmp_path: Path) -> None:
    assert evaluate(tmp_path / "out") == 0
    assert evaluate(tmp_path / "out", "--resume", "--seed", "0") == 0


def test_a_run_is_not_resumed_with_a_changed_dataset(
    evaluate: Evaluate, dataset: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate(tmp_path / "out") == 0
    path = dataset / "cook_apple.yaml"
    path.write_text(path.read_text().replace("Cook the apple", "Cook an apple"))
    assert evaluate(tmp_path / "out", "--resume") == 2
    assert "the files of the dataset have changed since" in capsys.readouterr().err


def test_a_run_is_not_resumed_with_changed_plans(
    evaluate: Evaluate, plans: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--planner", f"plans:{plans}"]
    assert evaluate(tmp_path / "out", *options) == 0
    plans.write_text(plans.read_text().replace(STOVE_OFF, STOVE_ON))
    assert evaluate(tmp_path / "out", "--resume", *options) == 2
    assert "the plans have changed since" in capsys.readouterr().err


@pytest.mark.parametrize("scale", [["--workers", "2"], ["--in-flight", "2"]])
def test_a_run_may_be_resumed_at_another_scale(
    scale: list[str], evaluate: Evaluate, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert evaluate(out) == 0
    whole = (out / "results.jsonl").read_bytes()
    (out / "results.jsonl").write_bytes(b"")
    assert evaluate(out, "--resume", *scale) == 0
    assert (out / "results.jsonl").read_bytes() == whole


# Infrastructure that fails


class Overheats(EmbeddedSimulator):
    """A simulator that breaks down when something is cooked."""

    def execute(self, call: SkillCall) -> Outcome:
        if str(call) == COOK_APPLE:
            raise ConnectionResetError("the simulator is gone")
        return super().execute(call)


@pytest.fixture
def overheating(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast(dict[str, Any], SIMULATORS), "overheating", Overheats)


@pytest.mark.usefixtures("overheating")
def test_an_episode_that_cannot_be_run_counts_apart(
    evaluate: Evaluate, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert evaluate(out, "--sim", "overheating") == 3
    failed, *ran = read_results(out / "results.jsonl")
    error = "ConnectionResetError: the simulator is gone"
    assert failed == {"task": "cook_apple", "plan_index": 0, "plan": [], "error": error}
    assert [record["task"] for record in ran] == ["fetch_knife", "store_apple"]
    found = summary(out)
    assert (found["episodes"], found["errors"]) == (2, 1)
    assert found["failed_episodes"] == [{"task": "cook_apple", "plan_index": 0, "error": error}]
    assert found["strict"]["counts"]["SR"] == [2, 2]
    assert f"could not be run: cook_apple: {error}" in " ".join(capsys.readouterr().out.split())
    assert "cook_apple" in (out / "report.html").read_text()


@pytest.mark.usefixtures("overheating")
def test_resuming_tries_what_could_not_be_run_again(
    evaluate: Evaluate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, sound = tmp_path / "out", tmp_path / "sound"
    assert evaluate(out, "--sim", "overheating") == 3
    assert evaluate(out, "--sim", "overheating", "--resume") == 3
    monkeypatch.setitem(cast(dict[str, Any], SIMULATORS), "overheating", EmbeddedSimulator)
    assert evaluate(out, "--sim", "overheating", "--resume") == 0
    assert evaluate(sound) == 0
    assert (out / "results.jsonl").read_bytes() == (sound / "results.jsonl").read_bytes()


@pytest.mark.usefixtures("overheating")
def test_a_recorded_run_goes_on_after_an_episode_that_failed(
    evaluate: Evaluate, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert evaluate(out, "--sim", "overheating", "--record") == 3
    assert (out / "bags" / "run_0" / "metadata.yaml").is_file()
