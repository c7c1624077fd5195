from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from is_bench.calls import SkillCall, parse_call
from is_bench.domain import Domain, domain_from_texts, load_domain
from is_bench.domain.model import SourceText
from is_bench.facts import atom
from is_bench.objects import ObjectTable, SceneObject, make_object, synset_of
from is_bench.scenarios import Scene, load_dataset
from is_bench.world import RELEASED, Changes
from sim_bridge.backends import EmbeddedSimulator
from sim_bridge.embodied.render_thread import ImageSize, RenderThread
from tests.small_dataset import OPEN_FRIDGE, STORING, scenario


def test_without_a_render_thread_there_is_nothing_to_see() -> None:
    simulator = EmbeddedSimulator()
    simulator.reset(scenario("store_apple").scene, RELEASED, seed=0)
    assert simulator.observe() == ()


def test_pictures_show_what_a_skill_has_changed(render_thread: RenderThread) -> None:
    simulator = EmbeddedSimulator(render_thread)
    simulator.reset(scenario("store_apple").scene, RELEASED, seed=0)
    before = simulator.observe()
    simulator.execute(parse_call(OPEN_FRIDGE))
    pairs = zip(before, simulator.observe(), strict=True)
    assert any(not np.array_equal(one.rgb, other.rgb) for one, other in pairs)


def test_the_body_changes_no_fact(render_thread: RenderThread) -> None:
    seen = []
    for simulator in (EmbeddedSimulator(), EmbeddedSimulator(render_thread)):
        simulator.reset(scenario("store_apple").scene, RELEASED, seed=0)
        facts = [simulator.facts()]
        for step in STORING:
            simulator.observe()
            simulator.execute(parse_call(step))
            facts.append(simulator.facts())
        seen.append(facts)
    assert seen[0] == seen[1]


def test_another_seed_puts_things_elsewhere(render_thread: RenderThread) -> None:
    seen = []
    for seed in (1, 2):
        simulator = EmbeddedSimulator(render_thread)
        simulator.reset(scenario("cook_apple").scene, RELEASED, seed)
        seen.append([view.boxes for view in simulator.observe()])
    assert seen[0] != seen[1]


# Other domains than the benchmark's

KNIFE, APPLE, GLASS = "carving_knife.n.01_1", "apple.n.01_1", "wineglass.n.01_1"
TABLE, FLOOR, CHILD = "table.n.02_1", "floor.n.01_1", "child.n.01_1"
NAMES = (KNIFE, APPLE, GLASS, TABLE, FLOOR, CHILD, "agent.n.01_1", "water.n.06_1", "stove.n.01_1")
HOME = Scene(
    "home",
    "Do it.",
    "kitchen",
    ObjectTable(
        (
            *(make_object(name, synset_of(name)) for name in NAMES),
            SceneObject("blorb_1", "", frozenset({"openable"}), label="a blorb"),
        )
    ),
    frozenset(
        {
            *(atom("ontop", name, TABLE) for name in (KNIFE, APPLE, GLASS, "blorb_1")),
            atom("contains", GLASS, "water.n.06_1"),
        }
    ),
    load_domain("household"),
)
HALVES = ("half__apple.n.01_1", "half__apple.n.01_2")


def seen_by(simulator: EmbeddedSimulator) -> set[str]:
    return {box.name for view in simulator.observe() for box in view.boxes}


def test_pieces_of_a_cut_thing_are_objects_with_facts_and_pictures(
    render_thread: RenderThread,
) -> None:
    simulator = EmbeddedSimulator(render_thread)
    simulator.reset(HOME, RELEASED, seed=0)
    start = simulator.snapshot()
    assert APPLE in seen_by(simulator)
    assert simulator.execute(SkillCall("CUT", (APPLE, KNIFE))).ok
    assert [thing.name for thing in simulator.objects()][len(HOME.objects.objects) :] == [*HALVES]
    assert {atom("ontop", name, TABLE) for name in HALVES} <= simulator.facts().true
    assert simulator.execute(SkillCall("PICK", (HALVES[0],))).ok
    assert {*HALVES} <= seen_by(simulator)
    assert APPLE not in seen_by(simulator)
    simulator.restore(start)
    assert simulator.objects() == HOME.objects
    assert APPLE in seen_by(simulator)
    assert not simulator.execute(SkillCall("PICK", (HALVES[0],))).ok


def test_a_broken_glass_leaves_shards_that_can_be_seen(render_thread: RenderThread) -> None:
    simulator = EmbeddedSimulator(render_thread)
    simulator.reset(HOME, RELEASED, seed=0)
    for call in (SkillCall("PICK", (GLASS,)), SkillCall("DROP", (GLASS,))):
        assert simulator.execute(call).ok
    (shards,) = [*simulator.objects()][len(HOME.objects.objects) :]
    assert {shards.name, GLASS} <= seen_by(simulator)


@pytest.mark.usefixtures("render_thread")  # skipped where nothing can be rendered
@pytest.mark.parametrize("domain", ["household", "thor"])
def test_every_skill_of_a_domain_can_be_executed_and_looked_at(domain: str) -> None:
    known = load_domain(domain)
    chance = Random(domain)
    worked = set()
    with closing(RenderThread(ImageSize(64, 48))) as small:
        simulator = EmbeddedSimulator(small)
        for skill in known.skills.values():
            simulator.reset(replace(HOME, domain=known), RELEASED, seed=0)
            for _ in range(12):
                names = [thing.name for thing in simulator.objects()]
                call = SkillCall(skill.name, tuple(chance.choices(names, k=skill.arity)))
                outcome = simulator.execute(call)
                assert outcome.ok or outcome.error
                if outcome.ok:
                    worked.add(skill.name)
            assert seen_by(simulator) <= {thing.name for thing in simulator.objects()}
    assert len(worked) > 0.7 * len(known.skills), sorted(known.skills.keys() - worked)


def with_own_predicate() -> Domain:
    return domain_from_texts(
        [
            SourceText(
                "own.yaml",
                "domain: own\n"
                "extends: household\n"
                "predicates: {painted: {arguments: 1}}\n"
                "skills:\n"
                "  PAINT:\n"
                "    meaning: paint an object\n"
                "    parameters: {thing: handled}\n"
                "    effects: [(painted ?thing)]\n",
            )
        ]
    )


def test_a_predicate_that_no_picture_knows_changes_facts_and_no_pixel(
    render_thread: RenderThread,
) -> None:
    simulator = EmbeddedSimulator(render_thread)
    simulator.reset(replace(HOME, domain=with_own_predicate()), RELEASED, seed=0)
    assert simulator.execute(SkillCall("PAINT", (TABLE,))).ok
    before = simulator.observe()
    simulator.change(Changes(removes=(atom("painted", TABLE),)))
    assert atom("painted", TABLE) not in simulator.facts().true
    pairs = zip(before, simulator.observe(), strict=True)
    assert all(np.array_equal(one.rgb, other.rgb) for one, other in pairs)


FRYING = load_dataset(None).get("fry_salmon_beside_dishtowel")


def test_what_the_robot_does_between_two_looks_is_seen_in_a_passage(
    render_thread: RenderThread,
) -> None:
    simulator = EmbeddedSimulator(render_thread)
    simulator.reset(FRYING.scene, RELEASED, seed=0)
    assert simulator.passage("south") == []
    before = simulator.observe()
    for step in FRYING.plans.reference[:2]:
        simulator.execute(parse_call(step))
    after = simulator.observe()
    south = [view.rgb for views in (before, after) for view in views if view.name == "south"]
    pictures = [motion_frame.picture for motion_frame in simulator.passage("south")]
    assert len(pictures) >= 3
    for one, other in pairwise([south[0], *pictures, south[1]]):
        assert not np.array_equal(one, other)
    simulator.observe()
    assert simulator.passage("south") == []


def test_a_passage_changes_nothing_of_what_is_observed(render_thread: RenderThread) -> None:
    seen = []
    for looks in (False, True):
        simulator = EmbeddedSimulator(render_thread)
        simulator.reset(FRYING.scene, RELEASED, seed=0)
        simulator.observe()
        for step in FRYING.plans.reference:
            simulator.execute(parse_call(step))
            views = simulator.observe()
            if looks:
                simulator.passage("south")
        seen.append(views)
    for one, other in zip(*seen, strict=True):
        assert np.array_equal(one.rgb, other.rgb)
