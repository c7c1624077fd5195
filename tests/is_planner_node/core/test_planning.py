from __future__ import annotations

from pathlib import Path

import pytest

from is_bench.errors import InputError
from is_bench.scenarios import bundled_dataset
from is_bench_eval.specs.run_spec import RunSpec
from is_bench_eval.workers.pool import Concurrency
from is_bench_eval.workers.run import RunPlan
from is_planner_node.core.planning import Planning

URL = "http://localhost:8000/v1"
LIMITED = Planning(
    URL, "m", price_prompt=1, price_completion=2, max_cost=6, max_tokens=1000, requests_per_minute=7
)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_all_workers_together_keep_to_the_limits(workers: int) -> None:
    share = LIMITED.shared(workers)
    assert share.max_cost == 6 / workers
    assert share.max_tokens == 1000 // workers
    assert share.requests_per_minute == 7 // workers
    assert (share.endpoint, share.model) == (URL, "m")


def test_what_has_no_limit_gets_none() -> None:
    assert Planning(URL, "m").shared(4) == Planning(URL, "m")


def test_a_limit_that_leaves_a_worker_nothing_is_refused() -> None:
    with pytest.raises(InputError, match=r"--requests-per-minute 7 cannot be shared by 8 workers"):
        LIMITED.shared(8)


def test_workers_are_given_their_share(tmp_path: Path) -> None:
    spec = RunSpec(planner="vlm", planning=LIMITED)
    plan = RunPlan(spec, bundled_dataset(), (), {}, tmp_path, Concurrency(workers=2))
    assert plan.workers_spec.planning == LIMITED.shared(2)


def test_a_limit_of_cost_needs_prices() -> None:
    with pytest.raises(InputError, match="--max-cost 3 needs --price-prompt"):
        Planning("http://localhost/v1", "m", max_cost=3.0)


def test_settings_out_of_range_are_refused_at_once() -> None:
    with pytest.raises(InputError, match="pictures of 9 pixels"):
        Planning("http://localhost/v1", "m", image_size=9)
    with pytest.raises(InputError, match="a reply of 8 tokens"):
        Planning("http://localhost/v1", "m", reply_tokens=8)
    with pytest.raises(InputError, match="both prices"):
        Planning("http://localhost/v1", "m", price_prompt=1.0)
