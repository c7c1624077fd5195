from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_safety_monitor.health.diagnostics import (
    GuardStatus,
    Latencies,
    Level,
    Source,
    Status,
    diagnose,
)

WELL = GuardStatus(mode="enforce", active=True, episode="e", stopped=False, due=0)
SECOND = 1_000_000_000


def statuses(
    standing: GuardStatus = WELL,
    sources: tuple[Source, ...] = (),
    latencies: Latencies | None = None,
) -> dict[str, Status]:
    found = diagnose(standing, sources, latencies or Latencies())
    return {status.name: status for status in found}


def test_a_guard_that_is_well_is_ok_in_every_part() -> None:
    found = statuses(sources=(Source("state", 1, SECOND),))
    assert list(found) == ["guard", "source state", "driver", "graph", "latency"]
    assert {status.level for status in found.values()} == {Level.OK}
    assert found["guard"].values["obligations due"] == "0"


@pytest.mark.parametrize(
    ("standing", "level", "words"),
    [
        (replace(WELL, fault="the driver is busy"), Level.ERROR, "the driver is busy"),
        (replace(WELL, stopped=True), Level.ERROR, "emergency stop"),
        (replace(WELL, active=False), Level.WARN, "not active"),
        (replace(WELL, mode="shadow"), Level.WARN, "nothing is refused"),
    ],
)
def test_what_is_wrong_with_the_guard_is_said(
    standing: GuardStatus, level: Level, words: str
) -> None:
    found = statuses(standing)["guard"]
    assert found.level is level
    assert words in found.message


def test_a_fault_outweighs_a_stop() -> None:
    assert statuses(replace(WELL, fault="f", stopped=True))["guard"].message == "f"


def test_sources_are_stale_after_their_limit_and_before_they_were_heard() -> None:
    limit = 2 * SECOND
    sources = (
        Source("never", None, limit),
        Source("silent", limit + 1, limit),
        Source("fresh", limit, limit),
        Source("liar", 0, limit, "stamped an hour ahead"),
    )
    found = statuses(sources=sources)
    assert found["source never"].level is Level.STALE
    assert found["source silent"].message == "silent for more than 2 s"
    assert found["source fresh"].level is Level.OK
    assert found["source liar"].level is Level.ERROR


def test_the_gate_is_told_of_only_where_one_is_used() -> None:
    assert "gate" not in statuses()
    assert statuses(replace(WELL, gate=""))["gate"].level is Level.OK
    assert statuses(replace(WELL, gate="silent"))["gate"].level is Level.ERROR


def test_intruders_are_errors_and_mismatches_warnings() -> None:
    assert statuses(replace(WELL, intruders=["/x"]))["graph"].level is Level.ERROR
    assert statuses(replace(WELL, mismatches=["/t"]))["graph"].level is Level.WARN


def test_latencies_are_those_of_the_last_verdicts() -> None:
    latencies = Latencies()
    for number in range(1000):
        latencies.add(number * 1_000_000)
    assert len(latencies) == 300
    assert latencies.percentile_ms(50) == 850.0
    assert latencies.percentile_ms(99) == 997.0
    assert statuses(latencies=latencies)["latency"].values["p50 [ms]"] == "850.000"


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=400), st.floats(0, 100))
def test_a_percentile_is_one_of_the_times(times: list[int], percent: float) -> None:
    latencies = Latencies()
    for time in times:
        latencies.add(time)
    assert latencies.percentile_ms(percent) in [time / 1e6 for time in times]
