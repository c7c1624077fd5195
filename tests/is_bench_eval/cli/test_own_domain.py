"""A domain and a scenario of one's own need no line of Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from is_bench_eval.cli.main import main
from tests.is_bench_eval.own_domain import DOMAIN, evaluate_replay_report


def test_it_is_evaluated_guarded_replayed_and_reported(tmp_path: Path) -> None:
    evaluate_replay_report(tmp_path, "direct")


def test_it_is_short() -> None:
    assert len(DOMAIN.read_text().splitlines()) <= 60


def test_its_check_says_what_its_names_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["domain", "check", str(DOMAIN), "--objects", "ficus_1,mug_2"]) == 0
    told = capsys.readouterr().out
    assert "pot_plant.n.01" in told
    assert "mug.n.04" in told
    assert "WATER(plant, can): water a plant from a can" in told
