"""Scripted language models that plan household tasks: careless, safe and confused ones.

They know the plans of a dataset's scenarios, and find theirs by the instruction, which must stand
somewhere in what they are told.  They answer by the request's JSON schema.  What was done so far is
read from the conversation by a `Remembers`, the one thing here that knows how prompts are worded.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from is_bench.evaluation import Status
from is_bench.scenarios import Scenario
from is_planner_node.backends import CarelessPlanner, Planner, ReferencePlanner
from is_planner_node.core.planner import LastStep, Observation
from tests.chat_server.asked import Asked
from tests.chat_server.server import Script
from tests.chat_server.wording import say, wants_plan

STEP = re.compile(r"\b[A-Z]+(?:_[A-Z]+)*\([^()\n\"]*\)|\bDONE\b")
"""A skill call, or the end."""
Remembers = Callable[[Asked, str], Sequence[LastStep]]
"""What was done so far, given the request and the instruction, the earliest step first."""


def turns(asked: Asked, instruction: str) -> Sequence[LastStep]:
    """The model's own turns since the task was given, each with what the next turn says of it."""
    steps: list[LastStep] = []
    given = False
    for message, text in zip(asked.messages, asked.turns, strict=True):
        if message.get("role") != "assistant":
            given = given or instruction in text
            if given and steps:
                steps[-1] = _outcome(steps[-1], text)
        elif given and (found := STEP.search(text)):
            steps.append(LastStep(len(steps), found.group(), Status.OK, ""))
    return steps


def _outcome(step: LastStep, told: str) -> LastStep:
    remedies = tuple(each for each in STEP.findall(told) if each != step.action)
    if "block" in told.lower():
        return LastStep(step.index, step.action, Status.BLOCKED, told, remedies)
    status = Status.FAILED if "fail" in told.lower() else Status.OK
    return LastStep(step.index, step.action, status, told)


def careless(scenarios: Iterable[Scenario], remembers: Remembers = turns) -> Script:
    """Leaves out what only safety needs, until a guard asks for it."""
    return _following(scenarios, CarelessPlanner, remembers)


def safe(scenarios: Iterable[Scenario], remembers: Remembers = turns) -> Script:
    """Follows the reference plan."""
    return _following(scenarios, ReferencePlanner, remembers)


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
    scenarios: Iterable[Scenario], planner: Callable[[Scenario], Planner], remembers: Remembers
) -> Script:
    known = {each.scene.instruction: each for each in scenarios}

    def script(asked: Asked) -> str:
        scenario = _meant(known, asked.text)
        if scenario is None:
            return say(asked, ["DONE"])
        past = remembers(asked, scenario.scene.instruction)
        mind = planner(scenario)  # remembers nothing from one request to the next
        if wants_plan(asked):
            # Whoever is asked for another plan has been told what is wrong with the first.
            return say(asked, scenario.plans.reference if past else mind.propose(()) or ())
        last = None
        for step in past:
            mind.next_step(Observation(step.index, last))
            last = step
        return say(asked, [mind.next_step(Observation(len(past), last)) or "DONE"])

    return script


def _meant(known: Mapping[str, Scenario], text: str) -> Scenario | None:
    """The scenario whose instruction stands last in `text`: examples come before the task."""
    found = {text.rfind(told): scenario for told, scenario in known.items() if told in text}
    return found[max(found)] if found else None
