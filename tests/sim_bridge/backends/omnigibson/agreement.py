"""Running plans in OmniGibson's backend and in the embedded simulator, side by side."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from is_bench.calls import DONE, SkillCall
from is_bench.domain.text import read_step
from is_bench.facts import Atom
from is_bench.objects import Matter, ObjectTable
from is_bench.scenarios import Scenario, Scene
from is_bench.world import Quirks, SkillFailed
from sim_bridge.backends.omnigibson.problem import AGENT
from sim_bridge.embodied.simulator import EmbeddedSimulator
from sim_bridge.simulator import Simulator

_TO_CLOTH = ("inside", "ontop", "under")


@dataclass(frozen=True)
class Difference:
    """Where two simulators part."""

    scene: str
    plan: tuple[SkillCall, ...]
    step: int
    what: str


def any_model(scene: Scene) -> Scene:
    """`scene`, which may be set up anywhere."""
    return replace(scene, scene_models=())


def comparable(facts: frozenset[Atom], objects: ObjectTable) -> frozenset[Atom]:
    """The facts that both simulators can tell.

    OmniGibson tells nothing of what is on cloth, and the benchmark's robot is nowhere.
    """
    cloth = {thing.name for thing in objects if thing.matter is Matter.CLOTH}
    return frozenset(
        fact
        for fact in facts
        if AGENT not in fact.arguments
        and not (fact.predicate in _TO_CLOTH and fact.arguments[1] in cloth)
        and not (fact.predicate == "touching" and cloth.issuperset(fact.arguments))
    )


def reference_calls(scenario: Scenario) -> Iterator[SkillCall]:
    """The calls that the reference plan asks for, DONE left out."""
    scene = scenario.scene
    for step in scenario.plans.reference:
        try:
            call = read_step(step, scene.domain, scene.objects)
        except SkillFailed:
            continue
        if call is not None and not call.is_done:
            yield call


def plans_of(
    scenario: Scenario, seed: int = 0, random_plans: int = 4
) -> Iterator[tuple[SkillCall, ...]]:
    """The reference plan; with a step left out, two swapped, one doubled; and nonsense."""
    plan = tuple(reference_calls(scenario))
    yield plan
    for i in range(len(plan)):
        yield plan[:i] + plan[i + 1 :]
        yield plan[: i + 1] + plan[i:]
    for i in range(len(plan) - 1):
        yield (*plan[:i], plan[i + 1], plan[i], *plan[i + 2 :])
    chance = random.Random(f"{scenario.name}{seed}")
    scene = scenario.scene
    names = [thing.name for thing in scene.objects]
    cloth = {thing.name for thing in scene.objects if thing.matter is Matter.CLOTH}
    known = scene.domain.skills.values()
    skills = [skill for skill in known if 0 < skill.arity <= len(names)]
    if any(fact.predicate in _TO_CLOTH and fact.arguments[1] in cloth for fact in scene.facts):
        return  # what lies on cloth now, OmniGibson cannot tell, and nonsense would trip over it
    for _ in range(random_plans):
        calls = [
            (skill.name, chance.sample(names, skill.arity))
            for skill in chance.choices(skills, k=15)
        ]
        yield tuple(
            SkillCall(name, tuple(arguments))
            for name, arguments in calls
            # What is put on cloth, OmniGibson cannot tell afterwards.
            if not (name.startswith("PLACE") and arguments[1] in cloth)
        )


def difference(
    simulator: Simulator, scene: Scene, quirks: Quirks, plan: Sequence[SkillCall]
) -> Difference | None:
    """Where `simulator` first parts from the embedded one, in outcome, text or facts."""
    expected = EmbeddedSimulator()
    for one in (simulator, expected):
        one.reset(scene, quirks, seed=0)
    for index, call in enumerate([DONE, *plan]):
        outcome, wanted = simulator.execute(call), expected.execute(call)
        what = f"{outcome} is not {wanted}" if outcome != wanted else ""
        facts = comparable(simulator.facts().true, scene.objects)
        should = comparable(expected.facts().true, scene.objects)
        for word, odd in (("extra", facts - should), ("missing", should - facts)):
            if odd:
                what += f" {word}: {', '.join(map(str, sorted(odd)))}"
        if what:
            return Difference(scene.name, tuple(plan), index - 1, what)
    return None
