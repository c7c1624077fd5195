from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.is_bench_eval.reports.browsing import Report, film
from tests.is_bench_eval.reports.samples import Sample, sample, stating

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.fixture
def filmed_run(tmp_path: Path) -> Sample:
    """A guarded run of which one episode is safe, one is not, one failed, one could not be run."""
    tasks = ["apple", "bad_apple", "cold_apple", "dead_apple"]
    made = sample(tmp_path, guard="enforce", tasks=tasks, broken=["dead_apple"])
    unguarded = sample(tmp_path, tasks=tasks).records[1]
    missed = sample(tmp_path, tasks=tasks).records[2]
    for scoring in ("faithful", "strict"):
        missed[scoring] = {**missed[scoring], "success": False}
    first = stating(made.records[0], [True, False, None])
    film(tmp_path, first)
    return Sample(made.manifest, [first, unguarded, missed, made.records[3]])


@pytest.fixture
def report(chrome: Chrome, tmp_path: Path, filmed_run: Sample) -> Iterator[Report]:
    opened = Report(chrome, tmp_path / "report.html", filmed_run)
    yield opened
    assert opened.complaints() == []
