"""The benchmark of decisions measures what it says, of every kind."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from is_safety_monitor.core.session import Session

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
GOALS = 20


@pytest.fixture
def decisions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    monkeypatch.chdir(tmp_path)
    # Searches for remedies take long, and how long is not what is tested.
    monkeypatch.setattr(Session, "check_plan", lambda *_: None)
    return importlib.import_module("decisions")


def test_times_of_every_kind_are_measured_and_described(decisions: ModuleType) -> None:
    times = decisions.measured(GOALS, "is_bench")
    assert len(times["decision"]) == GOALS
    assert sorted(times["decision"]) == sorted(times["passed"] + times["blocked"])
    assert len(times["own time"]) + len(times.get("refusal", [])) == GOALS // decisions.JOURNALED
    assert all(taken > 0 for taken in times["own time"])
    kinds = [line.split()[0] for line in decisions.described(times).splitlines()[1:]]
    assert kinds == [kind.split()[0] for kind in times]


def test_figures_are_multiples_of_the_reference(decisions: ModuleType) -> None:
    told = decisions.described({"reference": [0.002] * 100, "decision": [0.001] * 98 + [0.004] * 2})
    assert told.splitlines()[-1].split() == [
        "decision",
        "100",
        "1.000",
        "4.000",
        "4.000",
        "0.50",
        "2.00",
    ]
