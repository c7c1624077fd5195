"""A simulator in a process of its own: what it shows, and that it is missed when it breaks."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from is_bench.calls import SkillCall, parse_call
from is_bench.world import RELEASED
from sim_bridge.errors import (
    SimulatorError,
    SimulatorFailed,
    SimulatorNotReadyError,
    SimulatorUnavailable,
)
from sim_bridge.remote.client import RemoteSimulator
from sim_bridge.remote.spec import BackendSpec, Limits
from tests.sim_bridge.remote.backends import Pictures
from tests.small_dataset import OPEN_FRIDGE, scenario

ROOT = Path(__file__).parents[3]
HERE = "tests.sim_bridge.remote.backends"
DETECTED_WITHIN_S = 5.0
STARTED_WITHIN_S = 30.0
"""Starting Python and importing the package takes seconds on a busy machine."""


def spec(factory: str, **changes: object) -> BackendSpec:
    return BackendSpec(
        f"{HERE}:{factory}",
        **{"environment": {"PYTHONPATH": str(ROOT)}, **changes},  # type: ignore[arg-type]  # by name
    )


@pytest.fixture
def simulator() -> Iterator[RemoteSimulator]:
    made = RemoteSimulator(spec("breakable"))
    made.reset(scenario("store_apple").scene, RELEASED, seed=0)
    yield made
    made.close()


def folder_of(simulator: RemoteSimulator) -> Path:
    assert simulator._connection is not None
    return simulator._connection._process.folder


def pid_of(simulator: RemoteSimulator) -> int:
    assert simulator._connection is not None
    return simulator._connection._process.pid


def check_for(simulator: RemoteSimulator, seconds: float) -> None:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        simulator.check()
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("EXIT", "exit code 3"),
        ("CRASH", "SIGSEGV"),
        ("STOP", "no sign of life"),
        ("HANG", "'execute' got no further"),
        ("RAISE", "RuntimeError: something inside the simulator"),
    ],
)
def test_a_broken_simulator_is_noticed_in_time_and_is_gone(
    simulator: RemoteSimulator, step: str, reason: str
) -> None:
    pid, folder = pid_of(simulator), folder_of(simulator)
    began = time.monotonic()
    with pytest.raises(SimulatorFailed, match=reason):
        simulator.execute(SkillCall(step))
    assert time.monotonic() - began < DETECTED_WITHIN_S
    assert not is_running(pid)
    assert not folder.exists()


def test_a_failure_tells_what_the_simulator_printed_last(simulator: RemoteSimulator) -> None:
    with pytest.raises(SimulatorFailed, match="the simulator says good-bye"):
        simulator.execute(SkillCall("EXIT"))


def test_a_broken_simulator_stays_so_until_the_next_reset(simulator: RemoteSimulator) -> None:
    with pytest.raises(SimulatorFailed):
        simulator.execute(SkillCall("EXIT"))
    for use in (simulator.facts, simulator.observe, simulator.snapshot, simulator.check):
        with pytest.raises(SimulatorFailed, match="exit code 3"):
            use()
    simulator.reset(scenario("store_apple").scene, RELEASED, seed=0)
    assert simulator.execute(parse_call(OPEN_FRIDGE)).ok


def test_a_process_that_dies_between_two_calls_is_noticed_when_asked_to_check(
    simulator: RemoteSimulator,
) -> None:
    simulator.check()
    os.kill(pid_of(simulator), 9)
    with pytest.raises(SimulatorFailed, match="SIGKILL"):
        check_for(simulator, DETECTED_WITHIN_S)


def test_a_frozen_process_is_noticed_between_two_calls(simulator: RemoteSimulator) -> None:
    os.kill(pid_of(simulator), 19)
    with pytest.raises(SimulatorFailed, match="no sign of life"):
        check_for(simulator, DETECTED_WITHIN_S)


def test_a_long_step_that_reports_progress_is_waited_for(simulator: RemoteSimulator) -> None:
    outcome = simulator.execute(SkillCall("WORK", ("2.5",)))
    assert "WORK" in outcome.error


def test_a_simulator_that_cannot_run_is_refused_with_the_reason() -> None:
    with pytest.raises(SimulatorUnavailable, match="no graphics card"):
        RemoteSimulator(spec("unavailable")).reset(scenario("store_apple").scene, RELEASED, 0)


def test_an_interpreter_that_does_not_exist_is_named() -> None:
    with pytest.raises(SimulatorUnavailable, match="no-such-python"):
        RemoteSimulator(spec("breakable", python="/no-such-python")).reset(
            scenario("store_apple").scene, RELEASED, 0
        )


def test_an_interpreter_without_the_package_is_refused_with_its_error(tmp_path: Path) -> None:
    broken = tmp_path / "sim_bridge"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise ImportError('half an installation')\n")
    began = time.monotonic()
    with pytest.raises(SimulatorUnavailable, match="half an installation"):
        RemoteSimulator(spec("breakable", environment={"PYTHONPATH": str(tmp_path)})).reset(
            scenario("store_apple").scene, RELEASED, 0
        )
    assert time.monotonic() - began < STARTED_WITHIN_S


def test_another_protocol_in_the_simulators_python_is_refused_in_time(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sim_bridge.remote.protocol as p\np.PROTOCOL = 99\n"
    )
    began = time.monotonic()
    with pytest.raises(SimulatorUnavailable, match=r"protocol 99.*install the same version"):
        RemoteSimulator(spec("breakable", environment={"PYTHONPATH": f"{tmp_path}:{ROOT}"})).reset(
            scenario("store_apple").scene, RELEASED, 0
        )
    assert time.monotonic() - began < STARTED_WITHIN_S


def test_closing_ends_the_process_and_removes_its_folder(simulator: RemoteSimulator) -> None:
    pid, folder = pid_of(simulator), folder_of(simulator)
    simulator.close()
    assert not is_running(pid)
    assert not folder.exists()


def test_a_simulator_that_nobody_closed_is_ended_with_its_last_user() -> None:
    made = RemoteSimulator(spec("breakable"))
    made.reset(scenario("store_apple").scene, RELEASED, seed=0)
    pid = pid_of(made)
    del made
    gc.collect()
    assert not is_running(pid)


def test_a_thousand_looks_leave_no_file_open() -> None:
    simulator = RemoteSimulator(spec("pictures", options={"height": 48, "width": 64}))
    simulator.reset(scenario("store_apple").scene, RELEASED, seed=0)
    simulator.observe()
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(1000):
        simulator.observe()
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    assert len(list(folder_of(simulator).glob("frames*"))) == 1
    simulator.close()


def test_a_hanging_process_is_ended_when_it_is_closed() -> None:
    made = RemoteSimulator(spec("breakable", limits=Limits(stall=0.2, close=0.2)))
    made.reset(scenario("store_apple").scene, RELEASED, seed=0)
    pid = pid_of(made)
    os.kill(pid, 19)
    made.close()
    assert not is_running(pid)


def test_snapshots_that_nobody_holds_are_forgotten(simulator: RemoteSimulator) -> None:
    kept = simulator.snapshot()
    simulator.snapshot()
    gc.collect()
    simulator.execute(parse_call(OPEN_FRIDGE))
    simulator.restore(kept)
    assert simulator._forgotten == []
    with pytest.raises(SimulatorNotReadyError, match="present episode"):
        simulator._ask("restore", token=2)


def test_a_snapshot_of_another_episode_is_refused(simulator: RemoteSimulator) -> None:
    snapshot = simulator.snapshot()
    simulator.reset(scenario("store_apple").scene, RELEASED, seed=0)
    with pytest.raises(SimulatorError, match="present episode"):
        simulator.restore(snapshot)


def test_pictures_arrive_as_they_were_made() -> None:
    scene = scenario("store_apple").scene
    local = Pictures(height=48, width=64)
    remote = RemoteSimulator(spec("pictures", options={"height": 48, "width": 64}))
    for simulator in (local, remote):
        simulator.reset(scene, RELEASED, seed=5)
    first = remote.observe()
    kept = [view.rgb.copy() for view in first]
    for made, came in zip(local.observe(), first, strict=True):
        assert (made.name, made.boxes, made.pose) == (came.name, came.boxes, came.pose)
        assert np.array_equal(made.rgb, came.rgb)
        assert made.segmentation.dtype == came.segmentation.dtype == np.int32
        assert np.array_equal(made.segmentation, came.segmentation)
        assert np.array_equal(made.intrinsics, came.intrinsics)
    remote.observe()
    assert all(np.array_equal(v.rgb, k) for v, k in zip(first, kept, strict=True))
    remote.close()
