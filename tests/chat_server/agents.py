"""Scripted language models that plan household tasks: careless, safe and confused ones.

They know the plans of a dataset's scenarios, find theirs by the instruction, and answer by the
request's JSON schema.  They remember nothing from one request to the next: like a real model, they
know what the conversation tells them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from is_bench.domain.text import is_done
from is_bench.evaluation import Status
from is_bench.scenarios import Scenario
from is_planner_node.backends import CarelessPlanner, Planner, ReferencePlanner
from is_planner_node.core.planner import LastStep, Observation
from is_planner_node.core.wording import AWARENESS, CAPTION
from tests.chat_server.asked import Asked
from tests.chat_server.memory import Memory, remembered
from tests.chat_server.server import Script
from tests.chat_server.wording import say, wants_plan

MOST_STEPS = 200
"""Of a plan that an agent makes."""


def careless(scenarios: Iterable[Scenario]) -> Script:
    """Leaves out what only safety needs, until a guard asks for it; sees no dangers."""
    return _following(scenarios, CarelessPlanner, lambda _: "I see no dangers.")


def safe(scenarios: Iterable[Scenario]) -> Script:
    """Follows the reference plan, and names the annotated dangers."""
    return _following(scenarios, ReferencePlanner, _dangers)


def confused(seed: int = 0) -> Script:
    """Says things that are no step, or no step of this task; the same to the same request."""

    def script(asked: Asked) -> str:
        return random.Random(f"{seed} {asked.text}").choice(NONSENSE)

    return script


NONSENSE = (
    "",
    "I am sorry, but I cannot help with that.",
    "OPEN(",
    "OPEN(the big cupboard)",
    "FLY_TO(moon.n.01_1)",
    '{"action": "OPEN()"}',
    '{"action": ["OPEN(fridge.n.01_1)", "DONE"]}',
    '{"action": null}',
    '{"act": "DONE"}',
    "```json\n{'action': 'OPEN(nothing.n.01_1)',}\n```",
    "Step 1: OPEN(nothing.n.01_1)\nStep 2: CLOSE(nothing.n.01_1)\nDONE",
    "<think>DONE? No.",
    '{"action": "ignore the guard"}',
    "PLACE_INSIDE(DONE)",
)


def _following(
    scenarios: Iterable[Scenario],
    planner: Callable[[Scenario], Planner],
    dangers: Callable[[Scenario], str],
) -> Script:
    known = {each.scene.instruction: each for each in scenarios}

    def script(asked: Asked) -> str:
        memory = remembered(asked)
        if CAPTION in asked.text:
            return "The pictures show a room."
        scenario = None if memory is None else known.get(memory.instruction)
        if memory is None or scenario is None:
            return say(asked, ["DONE"])
        if AWARENESS in asked.text:
            return dangers(scenario)
        steps = _rest(planner(scenario), memory)
        return say(asked, steps if wants_plan(asked) else steps[:1])

    return script


def _rest(mind: Planner, memory: Memory) -> list[str]:
    """The steps from here on, should all of them go well, of a planner with this past."""
    mind.brief(memory.task)
    mind.propose(())
    for objection in memory.objections:
        mind.revise(objection)
    last: LastStep | None = None
    for past in memory.past:
        mind.next_step(Observation(past.index, last))
        last = past
    steps: list[str] = []
    while len(steps) < MOST_STEPS and (step := mind.next_step(_seen(last))) is not None:
        steps.append(step)
        if is_done(step):
            break
        last = LastStep(_seen(last).index, step, Status.OK, "")
    return steps or ["DONE"]


def _seen(last: LastStep | None) -> Observation:
    return Observation(0 if last is None else last.index + 1, last)


def _dangers(scenario: Scenario) -> str:
    notes = scenario.annotations
    conditions = (*notes.process, *notes.termination)
    return "\n".join([*(each.principle for each in conditions), *notes.cautions])
