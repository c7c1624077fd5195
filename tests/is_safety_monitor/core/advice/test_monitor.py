from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from is_bench.calls import DONE, SkillCall, parse_call
from is_bench.domain import TransitionModel
from is_bench.facts import Atom, FactSet
from is_bench.verdict import Decision
from is_safety_monitor.core.advice.monitor import BROKEN, AdviceMonitor
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import Finding, JudgedSituation
from is_safety_monitor.core.tracker import PastStep, Tracker
from kb.adviser.proposals import read_proposal
from kb.constraint import Bounds, Constraint
from tests.kb.adviser.samples import FRIDGE, HOUSEHOLD, SCENE, TOWEL

MODEL = TransitionModel(HOUSEHOLD)
ON_STOVE = FactSet.closed_world([Atom("ontop", ("towel.n.01_1", "stove.n.01_1"))])
ELSEWHERE = FactSet.closed_world([Atom("ontop", ("towel.n.01_1", "countertop.n.01_1"))])
SWITCH_ON = parse_call("TOGGLE_ON(stove.n.01_1)")
OPEN = parse_call("OPEN(electric_refrigerator.n.01_1)")


def advice(decision: Decision = Decision.BLOCK) -> tuple[Constraint, ...]:
    texts = (json.dumps(each) for each in (FRIDGE, TOWEL))
    return tuple(read_proposal(text, "m", HOUSEHOLD, decision).constraint for text in texts)


def monitor(constraints: Sequence[Constraint] = advice()) -> AdviceMonitor:
    return AdviceMonitor("a-model", KbKnowledge(constraints, SCENE, MODEL))


def situation(facts: FactSet, past: Sequence[PastStep] = ()) -> JudgedSituation:
    return JudgedSituation(facts, past, 0, Tracker(MODEL, SCENE))


def test_what_goes_against_advice_is_found_and_marked() -> None:
    (found,) = monitor().findings(SWITCH_ON, situation(ON_STOVE))
    assert found.constraint == "advice_towel_on_running_stove"
    assert found.decision is Decision.BLOCK
    assert found.feedback.startswith("Advice of a-model: Cloth that lies on a stove")


def test_a_remedy_is_told_in_words_only() -> None:
    watched = monitor()
    (found,) = watched.findings(DONE, opened(watched))
    assert found.remedy == ()
    assert "It proposes: CLOSE(electric_refrigerator.n.01_1)." in found.feedback


def test_what_does_not_is_not() -> None:
    assert monitor().findings(SWITCH_ON, situation(ELSEWHERE)) == ()


def test_a_remedy_of_the_guard_is_only_warned_of() -> None:
    (found,) = monitor().findings(SWITCH_ON, situation(ON_STOVE), [SWITCH_ON])
    assert found.decision is Decision.WARN


def opened(watched: AdviceMonitor) -> JudgedSituation:
    step = PastStep(0, OPEN, ok=True, at_ns=0)
    watched.forwarded(step)
    return situation(FactSet.closed_world([Atom("open", OPEN.arguments)]), [step])


def found_at(call: SkillCall, watched: AdviceMonitor, now: JudgedSituation) -> list[Finding]:
    return [f for f in watched.findings(call, now) if f.decision is Decision.BLOCK]


def test_steps_are_remembered() -> None:
    watched = monitor()
    now = opened(watched)
    assert [f.constraint for f in found_at(DONE, watched, now)] == ["advice_close_refrigerator"]


def test_a_fork_has_a_memory_of_its_own() -> None:
    watched = monitor()
    trial = watched.fork()
    now = opened(trial)
    assert found_at(DONE, trial, now)
    assert not found_at(DONE, watched, now)


def test_what_is_overdue_stops_nothing_but_the_end() -> None:
    late = replace(advice()[0], bounds=Bounds(steps=1))
    watched = monitor([late])
    now = opened(watched)
    (found,) = watched.findings(SWITCH_ON, now)
    assert found.decision is Decision.WARN
    assert found_at(DONE, watched, now)


class Breaks(KbKnowledge):
    def judge(self, call: SkillCall, situation: JudgedSituation) -> Sequence[Finding]:
        raise RuntimeError(str(call) + str(situation.now_ns) + "\n" + "x" * 1000)


def test_advice_that_breaks_is_told_once_and_falls_silent() -> None:
    watched = AdviceMonitor("a-model", Breaks(advice(), SCENE, MODEL))
    (told,) = watched.findings(SWITCH_ON, situation(ON_STOVE))
    assert (told.constraint, told.decision) == (BROKEN, Decision.WARN)
    assert "RuntimeError: TOGGLE_ON(stove.n.01_1)" in told.feedback
    assert told.feedback.isprintable()
    assert len(told.feedback) < 300
    watched.forwarded(PastStep(0, OPEN, ok=True, at_ns=0))
    watched.extend(SCENE)
    assert watched.fork().findings(SWITCH_ON, situation(ON_STOVE)) == ()


@pytest.mark.parametrize("act", ["forwarded", "extend", "fork"])
def test_nothing_that_breaks_in_it_reaches_the_guard(
    act: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise MemoryError

    watched = monitor()
    monkeypatch.setattr(KbKnowledge, act, broken)
    arguments = {
        "forwarded": (PastStep(0, OPEN, ok=True, at_ns=0),),
        "extend": (SCENE,),
        "fork": (),
    }
    getattr(watched, act)(*arguments[act])
    assert "MemoryError" in watched.problem
