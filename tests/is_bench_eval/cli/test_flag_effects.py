from __future__ import annotations

from pathlib import Path

import pytest

from is_bench_eval.cli.main import main
from is_bench_eval.recording.topics import CAMERAS
from sim_bridge.embodied.camera import AIMS

GUARDED = ["--guard", "shadow"]
VLM = ["--planner", "vlm", "--endpoint", "http://localhost:1/v1", "--model", "m"]


@pytest.mark.parametrize(
    ("arguments", "flag", "why"),
    [
        (["--knowledge-base", "mine.yaml"], "--knowledge-base", "add --guard shadow or --guard"),
        (["--guard-stages", "action"], "--guard-stages", "without a guard"),
        (["--guard", "off", "--advice-limit", "0"], "--advice-limit", "without a guard"),
        (["--guard-knowledge", "kb"], "--guard-knowledge", "without a guard"),
        (["--embedder", "x"], "--embedder", "without a guard"),
        ([*GUARDED, "--guard-advice", "block"], "--guard-advice", "without --guard-endpoint"),
        ([*GUARDED, "--guard-sight", "hold"], "--guard-sight", "without --guard-sight-endpoint"),
        (["--nodes", "external"], "--nodes", "only for --engine ros, not direct"),
        (["--ray-address", "auto"], "--ray-address", "only for --engine ray, not direct"),
        (["--judge-max-tokens", "9"], "--judge-max-tokens", "without --planner vlm --awareness"),
        ([*VLM, "--judge-model", "j"], "--judge-model", "without --planner vlm --awareness"),
        (["--model", "m"], "--model", "only for --planner vlm, not reference"),
    ],
)
def test_a_flag_without_effect_is_an_error_and_nothing_is_written(
    arguments: list[str],
    flag: str,
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "out"
    assert main(["eval", "--out", str(out), *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"is-bench: error: {flag}: ")
    assert why in error
    assert not out.exists()


@pytest.mark.parametrize("names", ["foo", "top,suoth"])
def test_an_unknown_camera_is_an_error(
    names: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", "--out", str(tmp_path / "out"), *VLM, "--cameras", names]) == 2
    error = capsys.readouterr().err
    assert f"no camera is named {names.rpartition(',')[2]!r}" in error
    assert "did you mean south" in error or "top" in error


def test_the_cameras_offered_are_those_of_the_simulator() -> None:
    assert tuple(aim.name for aim in AIMS) == CAMERAS
