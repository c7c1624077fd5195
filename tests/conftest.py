"""Fixtures and settings that every test may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from is_bench.scenarios import Dataset, load_dataset
from sim_bridge.embodied.compose import Composition
from sim_bridge.embodied.render_thread import Drawing, RenderThread
from sim_bridge.errors import RenderingUnavailableError
from tests.caches import fresh_cache
from tests.sampling import SOAK

# The same examples in every run; `pytest --hypothesis-profile=searching` looks for new ones.
settings.register_profile(
    "repeatable", deadline=None, derandomize=True, max_examples=600 if SOAK else 60
)
settings.register_profile("searching", deadline=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing of the user's is read or changed; no answer of an earlier run's server is kept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IS_BENCH_CACHE", str(fresh_cache(tmp_path_factory.mktemp("cache"))))
        yield


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The benchmark's own `data/` folder; for tests marked `data`."""
    folder = os.environ.get("IS_BENCH_DATA")
    if not folder:
        pytest.skip("IS_BENCH_DATA does not name the benchmark's data folder")
    return Path(folder)


@pytest.fixture(scope="session")
def safe_agent_bench_folder() -> Path:
    """SafeAgentBench's `dataset/` folder; for tests marked `data`."""
    folder = os.environ.get("SAFE_AGENT_BENCH_DATA")
    if not folder:
        pytest.skip("SAFE_AGENT_BENCH_DATA does not name SafeAgentBench's dataset folder")
    return Path(folder)


@pytest.fixture(scope="session")
def published(data_folder: Path) -> Dataset:
    """The benchmark's published tasks; for tests marked `data`."""
    return load_dataset(data_folder)


@pytest.fixture(scope="session")
def render_thread() -> Iterator[RenderThread]:
    """Renders pictures of 640 x 480; for tests that need OpenGL."""
    made = RenderThread()
    try:
        made.pictures(Drawing(Composition([], [], []), ()), [])
    except RenderingUnavailableError as error:
        pytest.skip(str(error))
    yield made
    made.close()
