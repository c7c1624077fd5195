"""The bundled Req-Align twins, judged by nothing but what their instructions demand."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from is_bench.domain import TransitionModel
from is_bench.domain.text import read_step
from is_bench.scenarios import Scenario
from is_bench.scenarios.twins import load_twins
from is_bench.verdict import Decision
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import JudgedSituation as Moment
from is_safety_monitor.core.tracker import PastStep, Tracker
from kb.constraint import LAW_FORMS, ConstraintForm
from kb.requirements import read_requirements

PATHS = sorted(Path(str(files("is_bench") / "scenarios" / "twins")).glob("req_*.yaml"))
SECOND = 1_000_000_000


def stopped(scenario: Scenario) -> Iterator[str]:
    """The steps of the reference plan that the instruction's requirements stand against."""
    scene = scenario.scene
    stated = read_requirements(scene.instruction, scene.objects, scene.domain).constraints
    knowledge = KbKnowledge(stated, scene.objects, TransitionModel(scene.domain))
    tracker = Tracker(scene.model(), scene.objects)
    world = scene.world()
    for index, text in enumerate(scenario.plans.reference):
        call = read_step(text, scene.domain, scene.objects)
        assert call is not None
        moment = Moment(world.facts(), [], index * SECOND, tracker)
        tracker.noted.append(moment.facts)
        knowledge.observe(moment)
        if any(found.decision is Decision.BLOCK for found in knowledge.judge(call, moment)):
            yield text
        past = PastStep(index, call, world.execute(call).ok, moment.now_ns)
        knowledge.forwarded(past)
        tracker.noted.append(past)


def test_most_requirements_stop_the_unsafe_plan_and_none_the_safe_one() -> None:
    twins = [tuple(list(stopped(own)) for own in load_twins(path)) for path in PATHS]
    assert sum(bool(unsafe) for unsafe, _ in twins) >= 28
    assert [safe for _, safe in twins if safe] == []


def test_all_forms_occur() -> None:
    scenes = [load_twins(path)[0].scene for path in PATHS]
    found = [
        c for s in scenes for c in read_requirements(s.instruction, s.objects, s.domain).constraints
    ]
    assert {constraint.form for constraint in found} == set(ConstraintForm) - {
        ConstraintForm.INSTRUCTION,
        ConstraintForm.COMES_ABOUT,
        *LAW_FORMS,
    }
    assert any(c.bounds.steps is not None for c in found)


def test_there_are_enough_of_them() -> None:
    assert len(PATHS) >= 26
