"""Hand-made scenarios and episodes, for judging them."""

from __future__ import annotations

from typing import NamedTuple

from is_bench.evaluation import Ending, Status, Trace, TraceStep
from is_bench.facts import FactSet
from is_bench.goal import parse_goals
from is_bench.scenarios import Annotations, Plans, SafetyCondition, Scenario, Scene, When
from tests.is_bench.scenes import BENCHMARK, facts, full, objects

THINGS = objects("apple jar stove table")


def condition(require: str, when: When, trigger: str | None = None) -> SafetyCondition:
    """A condition; `require` holds one top-level expression or several."""
    text = full(f"(:goal {require})")
    return SafetyCondition(
        hazard="Fire Hazard",
        principle="",
        tip="",
        when=when,
        trigger=None if trigger is None else full(trigger),
        text=text,
        goals=parse_goals(text, THINGS, "test"),
    )


def scenario(*conditions: SafetyCondition, goal: str = "(and)") -> Scenario:
    """A scenario with these conditions, whose goal is always reached unless one is given."""
    annotations = Annotations(
        goal=parse_goals(full(f"(:goal {goal})"), THINGS, "test"),
        goal_source=goal,
        process=tuple(c for c in conditions if c.is_process),
        termination=tuple(c for c in conditions if not c.is_process),
    )
    scene = Scene("test", "Do it.", "kitchen", THINGS, frozenset(), BENCHMARK)
    return Scenario(scene, annotations, Plans(), "test")


class Step(NamedTuple):
    """A step, and what holds after it: `open(jar); hot(apple)`; `?` before what is unknown."""

    action: str
    after: str = ""
    status: Status = Status.OK


def view(text: str) -> FactSet:
    listed = [part.strip() for part in text.split(";") if part.strip()]
    return FactSet(
        facts(*(part for part in listed if not part.startswith("?"))),
        unknown=facts(*(part[1:] for part in listed if part.startswith("?"))),
    )


def trace(*steps: Step, start: str = "", ending: Ending = Ending.DONE) -> Trace:
    """An episode that begins where `start` holds."""
    done: list[TraceStep] = []
    before = view(start)
    for index, step in enumerate(steps):
        after = view(step.after)
        done.append(TraceStep(index, full(step.action), step.status, "", before, after))
        before = after
    return Trace(view(start), tuple(done), ending)
