"""How much of the project a step passes that nothing speaks against."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from types import FrameType

import pytest

from is_bench.calls import parse_call
from is_bench.scenarios import Scenario, bundled_dataset
from is_bench.verdict import Decision
from kb.loader import load_library
from tests.is_safety_monitor.core.guards import Driven
from tests.source_tree import ROOT

MOST = 22
OURS = tuple(f"{ROOT / name}/" for name in ("is_bench", "kb", "is_safety_monitor"))
ASKED_FOR = ("remedy_finder", "remedy_choice", "explanation", "plan_safe", "task_safe", "validity")
"""What has no part in a step that nothing speaks against."""


PREDICTION = ("is_bench/domain/", "is_bench/world/")
"""What predicts where a step leads: one subsystem, called once."""


def passed(work: Callable[[], object]) -> set[str]:
    """Our modules of which functions are called during `work`."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            found.add(str(Path(frame.f_code.co_filename).relative_to(ROOT)))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


def allowed(scenario: Scenario) -> Iterator[set[str]]:
    """What each step of a plan passes that is allowed, when it is judged for the first time."""
    world = scenario.scene.world()
    driven = Driven(scenario.scene.objects, load_library(), scenario.scene.instruction)
    driven.see(*world.facts().true)
    for text in scenario.plans.reference:
        call = parse_call(text)
        goal = driven.goal(call, text)
        verdicts = []

        def judge() -> None:
            verdicts.append(driven.session.judge(goal, 0, accepted=False).verdict)  # noqa: B023  # called at once

        modules = passed(judge)
        (verdict,) = verdicts
        assert verdict is not None
        if verdict.decision is Decision.ALLOW:
            yield modules
        ok = world.execute(call).ok
        driven.do(text, *world.facts().true, ok=ok)


@pytest.fixture(scope="module")
def steps() -> list[set[str]]:
    scenarios = list(bundled_dataset())[::4]
    return [modules for scenario in scenarios for modules in allowed(scenario)]


def test_an_allowed_step_passes_few_modules(steps: list[set[str]]) -> None:
    assert len(steps) > 20
    own = [{name for name in modules if not name.startswith(PREDICTION)} for modules in steps]
    assert median(map(len, own)) <= MOST, max(own, key=len)


def test_an_allowed_step_passes_nothing_that_explains_or_mends(steps: list[set[str]]) -> None:
    for modules in steps:
        assert not {Path(name).stem for name in modules} & set(ASKED_FOR)


def test_the_count_counts() -> None:
    assert passed(lambda: parse_call("OPEN(x)")) == {"is_bench/calls.py"}
