"""A domain and a scenario of one's own run over real ROS, as files alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.is_bench_eval.own_domain import evaluate_replay_report

pytestmark = pytest.mark.ros


@pytest.mark.usefixtures("domain")
def test_it_is_evaluated_guarded_replayed_and_reported(tmp_path: Path) -> None:
    evaluate_replay_report(tmp_path, "ros")
