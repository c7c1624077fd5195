"""Neither remedies nor advice have the robot carry a person or an animal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import DONE, SkillCall, parse_call
from is_bench.domain import Domain
from is_bench.domain.model import ParameterRole
from is_bench.facts import Atom, FactSet, atom
from is_bench.objects import ObjectTable, make_object
from is_bench.recognised import ObjectDescription, recognise_objects, table_of
from is_bench.scenarios.dataset import BUNDLED, Dataset, bundled_dataset
from is_bench.verdict import Decision, GuardMode
from is_bench.world.removers import Removers
from is_bench_eval.episodes.episode import Episode, run_episode
from is_bench_eval.specs.run_guard import knowledge_base
from is_bench_eval.specs.run_spec import RunSpec, plan_episodes
from is_safety_monitor.core.call_sequences import Situation, is_living, is_movable
from is_safety_monitor.core.candidates import Candidates
from is_safety_monitor.core.cleaning import Cleaning
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.likely_steps import likely_steps
from is_safety_monitor.core.moves import RemedyTarget
from is_safety_monitor.core.skill_mapping import SkillMapping
from kb.loader import parse_constraints
from tests.is_safety_monitor.core.guards import BENCHMARK, Driven, guard_of, model, table
from tests.sampling import sampled

CARRIED = (ParameterRole.MOVED, ParameterRole.TOOL)
CHILD, CAT, MUG, RAG = "person.n.01_1", "animal.n.01_1", "mug.n.04_1", "rag.n.01_1"
STOVE, WASHER, FLOOR, LAWN = "stove.n.01_1", "washer.n.03_1", "floor.n.01_1", "lawn.n.01_1"
COUNTER, DIRT = "countertop.n.01_1", "dirt.n.02_1"
SCENE = table(CHILD, CAT, MUG, RAG, STOVE, WASHER, FLOOR, LAWN, COUNTER, DIRT, "agent.n.01_1")
OWNERS_RULE = """
constraints:
  - id: cat_off_the_stove
    text: The cat is put on the floor before the stove is switched on.
    category: Harm to People
    severity: major
    source: a house rule
    composition: order
    type: factual
    where: {a: animal.n.01, s: stove.n.01, f: floor.n.01}
    before: TOGGLE_ON(s)
    require: (not (ontop ?a ?s))
    mend: "PLACE_ON_TOP(a, f)"
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""


def carried(step: SkillCall, domain: Domain, objects: ObjectTable) -> Iterator[str]:
    """The living beings that the robot carries by `step`."""
    pairs = zip(domain.skills[step.skill].parameters, step.arguments, strict=True)
    for parameter, name in pairs:
        thing = objects.get(name)
        if parameter.role in CARRIED and thing is not None and is_living(thing):
            yield name


@pytest.mark.parametrize("label", ["toddler", "baby", "grandmother", "man", "cat", "dog", "person"])
def test_a_living_being_is_recognised_by_its_label_and_is_no_movable_thing(label: str) -> None:
    (thing,) = table_of(recognise_objects([ObjectDescription("it", label)], {}))
    assert is_living(thing)
    assert not is_movable(thing)


@pytest.mark.parametrize("synset", ["chicken.n.01", "salmon.n.03", "egg.n.02", "teddy.n.01"])
def test_animal_food_and_toys_are_movable(synset: str) -> None:
    assert is_movable(make_object("it_1", synset))


FACTS = st.sets(
    st.sampled_from(
        [atom(how, who, where)
         for how in ("ontop", "inside", "nextto")
         for who in (CHILD, CAT, MUG)
         for where in (STOVE, WASHER, FLOOR, LAWN, COUNTER)]
        + [atom("covered", CHILD, DIRT), atom("open", WASHER), atom("toggled_on", STOVE)]
    )
)  # fmt: skip


@given(FACTS, st.sampled_from([DONE, parse_call(f"TOGGLE_ON({STOVE})")]))
def test_no_candidate_remedy_carries_a_living_being(facts: set[Atom], call: SkillCall) -> None:
    now = Situation(SCENE, FactSet(frozenset(facts)))
    target = RemedyTarget(call, (CHILD, CAT, MUG, STOVE), {CHILD: {FLOOR}, CAT: {FLOOR}})
    ways = Candidates(SkillMapping(BENCHMARK)).concerning(target, now, Cleaning(Removers(())))
    steps = [step for way in ways for step in way.steps]
    assert [s for s in steps if list(carried(s, BENCHMARK, SCENE))] == []


def test_no_likely_step_carries_a_living_being() -> None:
    named = frozenset(thing.name for thing in SCENE)
    steps = [step.call for step in likely_steps(named, SCENE, BENCHMARK, FactSet.closed_world(()))]
    assert steps
    assert [s for s in steps if list(carried(s, BENCHMARK, SCENE))] == []


def test_a_rule_that_names_carrying_an_animal_gives_no_such_remedy() -> None:
    driven = Driven(SCENE, tuple(parse_constraints(OWNERS_RULE, "")))
    driven.see(atom("ontop", CAT, STOVE))
    verdict = driven.verdict(f"TOGGLE_ON({STOVE})")
    assert verdict.decision is Decision.BLOCK
    assert verdict.remedy == ()


def test_nor_does_it_where_nothing_searches() -> None:
    knowledge = KbKnowledge(tuple(parse_constraints(OWNERS_RULE, "")), SCENE, model())
    verdict = guard_of(knowledge, SCENE).judge(
        0,
        parse_call(f"TOGGLE_ON({STOVE})"),
        FactSet.closed_world([atom("ontop", CAT, STOVE)]),
        0,
        0,
    )
    assert verdict.decision is Decision.BLOCK
    assert verdict.remedy == ()


def test_no_dataset_has_a_remedy_or_advice_that_carries_a_living_being() -> None:
    judged = 0
    for name in BUNDLED:
        dataset = bundled_dataset(name)
        tasks = sampled([task for task in dataset.names if _has_living(dataset, task)], 5)
        for episode, objects, domain in _episodes(name, tasks):
            assert episode.guard is not None
            guard = episode.guard
            said = [*guard.decisions, *(v for plan in guard.plans for v in plan.verdicts)]
            remedies = [verdict.remedy for verdict in said]
            advice = [one.remedies for one in guard.task.advice] if guard.task else []
            judged += len(remedies)
            for step in chain(*remedies, *advice):
                assert not list(carried(step, domain, objects)), (episode.spec.task, str(step))
    assert judged > 50


def _has_living(dataset: Dataset, task: str) -> bool:
    return any(map(is_living, dataset.get(task).scene.objects))


def _episodes(dataset: str, tasks: Sequence[str]) -> Iterator[tuple[Episode, ObjectTable, Domain]]:
    if not tasks:
        return
    run = RunSpec(dataset=Path(dataset), planner="careless", guard=GuardMode.ENFORCE)
    scenarios, episodes = plan_episodes(run, None)
    for episode in episodes:
        if episode.task in tasks:
            scene = scenarios.get(episode.task).scene
            base = knowledge_base(run, scene.domain)
            found = run_episode(run, episode, scenarios.get(episode.task), base)
            yield found, scene.objects, scene.domain
