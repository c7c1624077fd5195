from __future__ import annotations

from pathlib import Path

import pytest

from is_bench.errors import InputError
from is_bench.world import RELEASED
from sim_bridge.backends import make_simulator
from sim_bridge.errors import SimulatorUnavailable
from sim_bridge.remote.omnigibson import PATIENCE, SETTINGS, read_settings
from tests.small_dataset import scenario

ROOT = Path(__file__).parents[3]


def test_the_sample_file_can_be_read() -> None:
    spec = read_settings(ROOT / "config/omnigibson.yaml")
    assert spec.python == "/opt/omnigibson/bin/python"
    assert spec.limits.reset == PATIENCE.reset


def test_without_settings_it_is_unavailable_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SETTINGS, raising=False)
    with pytest.raises(SimulatorUnavailable, match=SETTINGS):
        make_simulator("omnigibson")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[", "cannot read"),
        ("options: {}", "at least `python`"),
        ("{python: p, limits: {stal: 3}}", "stal"),
        ("{python: p, limits: {stall: long}}", "limits"),
    ],
)
def test_wrong_settings_are_told(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=reason):
        read_settings(path)


def test_a_python_without_omnigibson_is_told_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    path = tmp_path / "settings.yaml"
    path.write_text(f"python: {sys.executable}\nenvironment: {{PYTHONPATH: {ROOT}}}\n")
    monkeypatch.setenv(SETTINGS, str(path))
    with pytest.raises(SimulatorUnavailable, match="OmniGibson is not installed"):
        make_simulator("omnigibson").reset(scenario("store_apple").scene, RELEASED, seed=0)
