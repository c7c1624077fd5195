"""What runs keep beside their results."""

from __future__ import annotations

from pathlib import Path

import pytest

from is_bench.scenarios import load_dataset
from is_bench_eval.cli.main import main
from is_bench_eval.recording.footage_files import read_footage
from is_bench_eval.recording.run_folder import read_results
from tests.caches import fresh_cache

TASK = "fry_salmon_beside_dishtowel"
GUARDED = ("--guard", "enforce", "--guard-stages", "action", "--tasks", TASK)


def test_what_was_due_is_kept_of_a_guarded_run(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["eval", "--planner", "careless", *GUARDED, "--out", str(out)]) == 0
    (record,) = read_results(out / "results.jsonl")
    found = read_footage(out, TASK, 0)
    assert found is not None
    assert len(found["due"]) == len(record["steps"]) + 1
    assert any(found["due"])
    last = [(due["constraint"], due["since"]) for due in found["due"][-1]]
    still = record["guard"]["open_obligations"]
    assert last == [(due["constraint"], due["since"]) for due in still]


def test_nothing_is_kept_of_a_run_without_guard_model_and_pictures(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["eval", "--planner", "careless", "--tasks", TASK, "--out", str(out)]) == 0
    assert not (out / "episodes").exists()


def test_the_whole_conversation_of_a_run_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai", reason="openai is not installed")
    from tests.chat_server.agents import careless
    from tests.chat_server.server import serving

    monkeypatch.setenv("IS_BENCH_CACHE", str(fresh_cache(tmp_path / "cache")))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    out = tmp_path / "out"
    with serving(careless(tuple(load_dataset(None)))) as server:
        model = ("--planner", "vlm", "--endpoint", server.url, "--model", "m")
        flags = (*model, *GUARDED, "--image-size", "0")
        assert main(["eval", *flags, "--out", str(out)]) == 0
        asked = len(server.requests)
    (record,) = read_results(out / "results.jsonl")
    found = read_footage(out, TASK, 0)
    assert found is not None
    assert len(found["talk"]) == asked
    assert [one["moment"] for one in found["talk"]] == list(range(asked))
    assert record["steps"][0]["action"] in found["talk"][0]["reply"]
    blocked = next(step for step in record["steps"] if step["status"] == "blocked")
    objected = found["talk"][blocked["index"] + 1]["said"][-1]
    assert (objected["role"], objected["pictures"]) == ("user", 0)
    assert blocked["error"].split(".")[0] in objected["text"]
