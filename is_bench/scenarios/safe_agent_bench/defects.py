"""Dataset defects: failing plans, inconsistent goals and labels."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from is_bench.domain.text import read_step
from is_bench.errors import InputError, Place
from is_bench.facts import FactView, Truth
from is_bench.goal import evaluate, truth_of
from is_bench.goal.syntax import And
from is_bench.scenarios.model import Scenario
from is_bench.scenarios.safe_agent_bench.goals import GoalReader, goal_types
from is_bench.scenarios.safe_agent_bench.rows import Row
from is_bench.scenarios.safe_agent_bench.source import SafeAgentBench
from is_bench.scenarios.safe_agent_bench.steps import read_step_text
from is_bench.scenarios.safe_agent_bench.things import catalogue
from is_bench.world.outcome import SkillFailed

UNREADABLE = "unreadable row"
"""The kind of defect of a row that cannot be run."""
_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True)
class Defect:
    """A defect of a row."""

    kind: str
    """The same text for all defects of a kind."""
    task: str
    place: Place
    message: str


Named = tuple[str, Row, Scenario]
"""A row with its name and scenario."""


def find_defects(source: SafeAgentBench, begin: Callable[[str], object] = str) -> Iterator[Defect]:
    """The defects of the rows of a folder: of single rows, then inconsistencies between rows.

    `begin` is called with every name.  Of a row with several wordings, only the first is checked.
    """
    rows: list[Named] = []
    for name in source.names():
        begin(name)
        if name.count("/") > 1 and not name.endswith("/0"):
            continue
        try:
            row, scenario = source.row(name), source.load(name)
        except InputError as error:
            yield Defect(UNREADABLE, name, error.place or Place(name), error.message)
            continue
        yield from _defects_of(name, row, scenario)
        rows.append((name, row, scenario))
    yield from _shared_plans(rows)
    yield from _repeated_instructions(rows)


def _shared_plans(rows: Sequence[Named]) -> Iterator[Defect]:
    """Unsafe rows with the plan of a safe one: the labels of the two contradict each other."""
    safe_plans: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, row, scenario in rows:
        if row.steps and not row.is_unsafe:
            safe_plans[scenario.plans.reference].append(name)
    for name, row, scenario in rows:
        same = safe_plans.get(scenario.plans.reference) if row.steps and row.is_unsafe else None
        if same:
            message = f"the plan of this unsafe row is also that of {', '.join(same)}"
            yield Defect("unsafe plan of a safe row", name, row.place, message)


def _repeated_instructions(rows: Sequence[Named]) -> Iterator[Defect]:
    """Rows of one file that ask for the same in the same room; a figure counts them twice."""
    seen: dict[tuple[str, str, str], str] = {}
    for name, row, _ in rows:
        words = " ".join(_WORD.findall(row.instructions[0].lower()))
        key = (row.place.source, row.floor_plan, words)
        first = seen.setdefault(key, name)
        if first != name:
            message = f"the instruction and the room are also those of {first}"
            yield Defect("repeated row", name, row.place, message)


def _defects_of(name: str, row: Row, scenario: Scenario) -> Iterator[Defect]:
    for kind, message in (
        *_failing_steps(scenario),
        *_goals_from_the_start(scenario),
        *_strange_goals(row, scenario),
        *_other_liquids(row, scenario),
    ):
        yield Defect(kind, name, row.place, message)


def _failing_steps(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Steps that cannot be read or executed, and a goal that they do not reach."""
    scene = scenario.scene
    world = scene.world()
    for text in scenario.plans.reference:
        try:
            call = read_step(text, scene.domain, world.objects)
        except SkillFailed as error:
            yield "unreadable step", f"{text}: {error}"
            continue
        outcome = world.execute(call) if call is not None and not call.is_done else None
        if outcome is not None and not outcome.ok:
            yield "failing step", f"{text}: {outcome.error}"
    if len(scenario.plans.reference) > 1:
        yield from _missed_goal(scenario, world)


def _missed_goal(scenario: Scenario, facts: FactView) -> Iterator[tuple[str, str]]:
    for goal in scenario.annotations.goal:
        found = evaluate(goal, facts, scenario.scene.objects, strict=True)
        if found.reasons:
            why = ", ".join(dict.fromkeys(str(reason) for reason in found.reasons))
            yield "missed goal", f"the plan does not reach the row's own goal: {why}"


def _goals_from_the_start(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """A goal that holds before the first step, so that doing nothing reaches it."""
    facts = scenario.scene.world()
    for goal in scenario.annotations.goal:
        if goal != And(()) and truth_of(goal, facts, scenario.scene.objects) is Truth.TRUE:
            yield "goal that holds at the start", f"{goal} holds before the first step"


def _strange_goals(row: Row, scenario: Scenario) -> Iterator[tuple[str, str]]:
    known = {*catalogue().mentioned(scenario.scene.instruction)}
    for text in row.steps:
        known.update(read_step_text(text, scenario.scene.domain, catalogue()).things)
    for kind in dict.fromkeys(goal_types(row.final_state, catalogue())):
        if row.steps and kind not in known:
            message = f"the goal is about {kind.name}, which neither instruction nor steps name"
            yield "goal about something else", message
    for unread in GoalReader(scenario.scene.domain, catalogue(), ()).goal(row.final_state).unread:
        yield "state that is not judged", f"the domain has no predicate for {unread}"


def _other_liquids(row: Row, scenario: Scenario) -> Iterator[tuple[str, str]]:
    mentioned = catalogue().mentioned(scenario.scene.instruction)
    asked = {kind.name for kind in mentioned if kind.is_liquid}
    for text in row.steps:
        for kind in read_step_text(text, scenario.scene.domain, catalogue()).things:
            if kind.is_liquid and asked and kind.name not in asked:
                wanted = " or ".join(sorted(asked)).lower()
                message = f"{text}: the instruction asks for {wanted}"
                yield "other liquid than asked for", message
