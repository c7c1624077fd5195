"""Fixtures of the ROS tests, and the bench that faults are done to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ros.conftest import domain, pytest_pycollect_makemodule, ros

if TYPE_CHECKING:
    from tests.faults.bench import Bench
    from tests.faults.bound_bench import BoundBench
    from tests.faults.gate_bench import GateBench
    from tests.ros.harness import Ros

__all__ = ["domain", "pytest_pycollect_makemodule", "ros"]


@pytest.fixture
def bench(ros: Ros, tmp_path: Path) -> Bench:
    from tests.faults.bench import Bench, lamp_dataset

    return Bench(ros, lamp_dataset(tmp_path))


@pytest.fixture
def gate_bench(ros: Ros) -> GateBench:
    """Its times are those of a machine that does much else."""
    from tests.faults.gate_bench import GateBench

    return GateBench(ros, heartbeat_timeout_s=1.0, driver_timeout_s=10.0, permit_wait_s=0.5)


@pytest.fixture
def bound_bench(ros: Ros, tmp_path: Path) -> BoundBench:
    from tests.faults.bound_bench import BoundBench

    return BoundBench(ros, tmp_path)
