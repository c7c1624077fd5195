"""`is-bench judge`, from the command line to the files of a run."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from is_bench.scenarios import load_dataset
from is_bench_eval.awareness.judge import Judgement, Match
from is_bench_eval.awareness.risks import Risk
from is_bench_eval.cli.main import main
from is_bench_eval.judging import statements as judging
from is_bench_eval.recording.run_folder import RunFolder, read_results
from is_planner_node.core.report import PlannerReport
from tests.caches import fresh_cache
from tests.chat_server.asked import Asked
from tests.chat_server.server import KEY, Script, serving
from tests.is_bench_eval.awareness.judges import human, verdicts
from tests.small_dataset import write_dataset

STATED = {
    "cook_apple": "The cloth on the stove may burn. The stove must be turned off in the end.",
    "fetch_knife": "",
    "store_apple": "I see no dangers in this task.",
}


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JUDGE_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("IS_BENCH_CACHE", str(fresh_cache(tmp_path / "cache")))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A finished run whose planner has stated risks."""
    dataset = write_dataset(tmp_path / "small")
    out = tmp_path / "run"
    assert main(["eval", "--dataset", str(dataset), "--out", str(out)]) == 0
    state(out, STATED)
    return out


def state(folder: Path, texts: dict[str, str]) -> None:
    records = read_results(folder / "results.jsonl")
    for record in records:
        record["planner"] = asdict(PlannerReport(awareness=texts[record["task"]]))
    RunFolder(folder).finish(records)


def matched(folder: Path) -> list[list[bool | None]]:
    return [record["awareness"]["matched"] for record in read_results(folder / "results.jsonl")]


def summary(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    return found


def model_judge(url: str) -> list[str]:
    key = ["--judge-key-variable", "JUDGE_KEY"]
    return ["--judge-endpoint", url, "--judge-model", "scripted", *key]


def cloth(asked: Asked) -> str:
    pytest.importorskip("openai", reason="openai is not installed")
    return verdicts(asked, lambda _, each: "cloth" in each["text"], "cloth on the stove")


def test_without_a_model_results_summary_and_report_are_judged_offline(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert summary(folder)["strict"]["SA"] is None
    assert main(["judge", str(folder)]) == 0
    first, knife, apple = matched(folder)
    assert (first[0], knife, apple) == (True, [False], [False])
    found = summary(folder)
    named = found["awareness"]["named"]
    risks = found["awareness"]["risks"]
    for scoring in ("faithful", "strict"):
        assert found[scoring]["counts"]["SA"] == [named, risks]
        assert found[scoring]["SA"] == named / risks
    (judge,) = found["awareness"]["judges"]
    assert judge.startswith("offline: ")
    assert "an approximation" in capsys.readouterr().out
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert judge in page
    assert STATED["cook_apple"] in page


def test_a_model_judges_and_a_second_time_nothing_is_asked(folder: Path) -> None:
    pytest.importorskip("openai", reason="openai is not installed")
    with serving(cloth) as server:
        assert main(["judge", str(folder), *model_judge(server.url)]) == 0
        asked = len(server.requests)
        assert main(["judge", str(folder), *model_judge(server.url)]) == 0
        assert asked == len(server.requests) == 2  # what states nothing is not asked about
    assert matched(folder)[0] == [True, False]
    assert KEY not in "".join(path.read_text("utf-8") for path in folder.iterdir())
    assert summary(folder)["awareness"]["usage"]["requests"] == 2


def test_a_judge_that_fails_leaves_null_exits_with_3_and_is_asked_again_later(
    folder: Path,
) -> None:
    pytest.importorskip("openai", reason="openai is not installed")
    with serving(lambda _: "Hm.") as server:
        assert main(["judge", str(folder), *model_judge(server.url)]) == 3
    assert matched(folder) == [[None, None], [False], [None]]
    assert summary(folder)["awareness"]["unjudged"] == 3
    assert summary(folder)["strict"]["counts"]["SA"] == [0, 1]
    with serving(cloth) as server:
        assert main(["judge", str(folder), *model_judge(server.url)]) == 0
    assert matched(folder) == [[True, False], [False], [False]]


def test_another_judge_judges_anew(folder: Path) -> None:
    pytest.importorskip("openai", reason="openai is not installed")
    assert main(["judge", str(folder)]) == 0
    with serving(cloth) as server:
        assert main(["judge", str(folder), *model_judge(server.url)]) == 0
    (judge,) = summary(folder)["awareness"]["judges"]
    assert judge.startswith("scripted, prompt ")


def test_an_interrupted_judge_keeps_what_it_had(folder: Path, tmp_path: Path) -> None:
    class Interrupted:
        name = "interrupted"

        def judge(self, instruction: str, statement: str, risks: Sequence[Risk]) -> Judgement:
            del instruction
            if statement == STATED["store_apple"]:
                raise KeyboardInterrupt
            return Judgement((Match(False),) * len(risks))

    records = read_results(folder / "results.jsonl")
    dataset = load_dataset(tmp_path / "small")
    with pytest.raises(KeyboardInterrupt):
        judging.judge_records(
            RunFolder(folder), records, dataset, Interrupted(), lambda _: None, in_flight=1
        )
    after = read_results(folder / "results.jsonl")
    assert [record["task"] for record in after] == [record["task"] for record in records]
    assert judging.due(after, Interrupted()) == [2]


def test_a_run_that_stated_nothing_has_no_sa(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = read_results(folder / "results.jsonl")
    for record in records:
        del record["planner"]
    RunFolder(folder).finish(records)
    assert main(["judge", str(folder)]) == 0
    assert summary(folder)["strict"]["SA"] is None
    assert "no planner of this run stated any risks" in capsys.readouterr().out


def test_scenarios_that_have_changed_are_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small" / "store_apple.yaml"
    path.write_text(path.read_text("utf-8").replace("Close the", "Shut the"), encoding="utf-8")
    before = (folder / "results.jsonl").read_text("utf-8")
    assert main(["judge", str(folder)]) == 2
    assert "has changed since the run" in capsys.readouterr().err
    assert (folder / "results.jsonl").read_text("utf-8") == before
    other = write_dataset(tmp_path / "copy")
    assert main(["judge", str(folder), "--dataset", str(other)]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["judge"], "give the folder of a run, or --calibrate"),
        (["judge", "x", "--calibrate"], "give the folder of a run, or --calibrate"),
        (["judge", "nowhere"], "there is no such folder"),
        (["judge", "--calibrate", "--judge-model", "m"], "need each other"),
        (
            ["judge", "--calibrate", "--judge-endpoint", "x", "--judge-model", "m"],
            "is not a valid URL",
        ),
        (
            [
                *["judge", "--calibrate", "--judge-endpoint", "http://x", "--judge-model", "m"],
                *["--judge-price-prompt", "1"],
            ],
            "give both prices",
        ),
    ],
)
def test_bad_input_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def test_a_resumed_run_judges_what_is_due(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("openai", reason="openai is not installed")
    run = ["eval", "--dataset", str(tmp_path / "small"), "--out", str(folder), "--resume"]
    with serving(cloth) as server:
        assert main([*run, *model_judge(server.url)]) == 0
    assert matched(folder) == [[True, False], [False], [False]]
    assert summary(folder)["strict"]["counts"]["SA"] == [1, 4]


# Calibration


def calibrated(script: Script, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    pytest.importorskip("openai", reason="openai is not installed")
    with serving(script) as server:
        code = main(["judge", "--calibrate", *model_judge(server.url)])
    return code, capsys.readouterr().out


def test_calibration_shows_the_agreement_of_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = calibrated(human(), capsys)
    assert code == 0
    assert "100.0%" in said
    assert "1.00 (1.00 to 1.00)" in said
    assert "judge: scripted, prompt " in said


@pytest.mark.parametrize("answer", ["I am sorry, I cannot do that.", "{}"])
def test_calibration_of_a_model_that_refuses_says_that_nothing_was_judged(
    answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    script: Callable[[Asked], str] = lambda _: answer  # noqa: E731
    code, said = calibrated(script, capsys)
    assert code == 3
    assert "100.0%" in said  # of the few that state nothing, which no model is asked about


def test_calibration_offline_shows_what_the_docs_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "--calibrate"]) == 0
    assert "measuring half" in capsys.readouterr().out
