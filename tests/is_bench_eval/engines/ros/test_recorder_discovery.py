"""Which publishers the recorder of an evaluation still has to discover."""

from __future__ import annotations

from collections import Counter

from is_bench.verdict import GuardMode
from is_bench_eval.engines.ros.recorder_discovery import PUBLISHED, undiscovered
from is_bench_eval.recording import topics
from is_bench_eval.specs.run_spec import RunSpec

GUARDED = RunSpec(engine="ros", guard=GuardMode.ENFORCE)
ALL = Counter(topic for listed in PUBLISHED.values() for topic in listed)


def without(topic: str) -> Counter[str]:
    return ALL - Counter([topic])


def test_nothing_is_missing_where_every_publisher_is_discovered() -> None:
    assert undiscovered(GUARDED, ALL.__getitem__) == ""


def test_every_recorded_topic_has_a_program() -> None:
    assert set(ALL) == set(topics.TOPICS)


def test_a_missing_publisher_is_named_with_its_program() -> None:
    found = undiscovered(GUARDED, without(topics.VERDICTS).__getitem__)
    assert found == "/is_bench/verdicts (is is_safety_monitor running?)"


def test_of_two_publishers_one_is_not_enough() -> None:
    found = undiscovered(GUARDED, without(topics.SKILL_EVENTS).__getitem__)
    assert found == (
        "/is_bench/skill_events (is sim_bridge running?); "
        "/is_bench/skill_events (is is_safety_monitor running?)"
    )


def test_a_run_without_a_guard_needs_none() -> None:
    seen = Counter({topic: 1 for topic in ALL if topic not in PUBLISHED["is_safety_monitor"]})
    seen[topics.SKILL_EVENTS] = 1
    assert undiscovered(RunSpec(engine="ros"), seen.__getitem__) == ""
