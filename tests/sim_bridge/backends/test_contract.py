"""What every simulator promises; a new one is tested here by being named in MAKERS."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from is_bench.calls import DONE, SkillCall, parse_call
from is_bench.domain import load_domain
from is_bench.errors import IsBenchError
from is_bench.facts import FactSet, atom
from is_bench.views import boxes_of
from is_bench.world import RELEASED, Changes
from sim_bridge.backends import EmbeddedSimulator, Simulator
from sim_bridge.embodied.render_thread import RenderThread
from sim_bridge.errors import SimulatorError
from sim_bridge.remote.client import RemoteSimulator
from sim_bridge.remote.embedded import remote_embedded
from sim_bridge.remote.spec import BackendSpec
from tests.sim_bridge.backends.omnigibson.fake_og import fake_omnigibson
from tests.small_dataset import (
    APPLE,
    FRIDGE,
    NAMES,
    scenario,
)
from tests.small_dataset import OPEN_FRIDGE as OPEN_TEXT
from tests.small_dataset import STORE_APPLE as STORE_TEXT
from tests.small_dataset import STORING as STORING_TEXTS

MAKERS: dict[str, Callable[[RenderThread | None], Simulator]] = {
    "embedded": lambda _: EmbeddedSimulator(),
    "embedded with pictures": EmbeddedSimulator,
    "embedded in a process of its own": lambda _: remote_embedded(),
    "embedded with pictures in a process of its own": lambda render_thread: remote_embedded(
        render_thread.size if render_thread else None
    ),
    "omnigibson, a fake one": lambda _: fake_omnigibson(),
    "omnigibson, a fake one in a process of its own": lambda _: RemoteSimulator(
        BackendSpec(
            "tests.sim_bridge.backends.omnigibson.fake_og:serve_fake",
            environment={"PYTHONPATH": str(Path(__file__).parents[3])},
        )
    ),
}

Make = Callable[[], Simulator]

pytestmark = pytest.mark.parametrize("kind", sorted(MAKERS), scope="module")

OPEN = atom("open", FRIDGE)
OPEN_FRIDGE, STORE_APPLE = parse_call(OPEN_TEXT), parse_call(STORE_TEXT)
STORING = [parse_call(text) for text in STORING_TEXTS]
NOTHING = SkillCall("OPEN", ("nothing.n.01_1",))


@pytest.fixture(scope="module")
def make(kind: str, request: pytest.FixtureRequest) -> Make:
    """Makes simulators of a kind."""
    render_thread = request.getfixturevalue("render_thread") if "pictures" in kind else None
    return partial(MAKERS[kind], render_thread)


@pytest.fixture(scope="module")
def simulator(make: Make) -> Iterator[Simulator]:
    """A simulator that is reset for each test: some take a second to start."""
    made = make()
    yield made
    made.close()


@pytest.fixture
def fresh(make: Make) -> Iterator[Simulator]:
    """A simulator before its first reset."""
    made = make()
    yield made
    made.close()


@pytest.fixture
def kitchen(simulator: Simulator) -> Simulator:
    """A simulator with an apple, and a refrigerator to put it into."""
    return furnished(simulator)


def furnished(simulator: Simulator) -> Simulator:
    simulator.reset(scenario("store_apple").scene, RELEASED, seed=0)
    return simulator


def run(simulator: Simulator, name: str, seed: int) -> list[tuple[bool, str, FactSet]]:
    """Everything that is to be seen of an episode."""
    known = scenario(name)
    simulator.reset(known.scene, RELEASED, seed)
    seen = [(True, "", simulator.facts())]
    for call in (*map(parse_call, known.plans.reference), NOTHING):
        outcome = simulator.execute(call)
        seen.append((outcome.ok, outcome.error, simulator.facts()))
    return seen


def test_it_has_no_world_before_reset(fresh: Simulator) -> None:
    uses = (
        lambda: fresh.execute(OPEN_FRIDGE),
        fresh.objects,
        fresh.facts,
        fresh.observe,
        fresh.snapshot,
    )
    for use in uses:
        with pytest.raises(IsBenchError, match="reset"):
            use()


def test_the_declared_facts_hold_after_reset(kitchen: Simulator) -> None:
    assert kitchen.facts().true >= scenario("store_apple").scene.facts


def test_a_skill_changes_the_facts(kitchen: Simulator) -> None:
    assert OPEN not in kitchen.facts().true
    assert kitchen.execute(OPEN_FRIDGE).ok
    assert OPEN in kitchen.facts().true


def test_facts_already_given_stay_as_they_were(kitchen: Simulator) -> None:
    before = kitchen.facts()
    kitchen.execute(OPEN_FRIDGE)
    assert OPEN not in before.true


@pytest.mark.parametrize(
    "call",
    [
        STORE_APPLE,  # its door is closed
        NOTHING,
        SkillCall("FLY", (APPLE,)),
        SkillCall("PICK", (APPLE,)),  # of another domain
        SkillCall("OPEN"),
        SkillCall("WAIT"),
        SkillCall(""),
        SkillCall("PLACE_INSIDE", (APPLE, FRIDGE, FRIDGE)),
        SkillCall("OPEN", ("\x00\ud800",)),
        SkillCall("OPEN", ("",)),
        SkillCall("DONE", (APPLE,)),
    ],
    ids=ascii,
)
def test_a_call_that_cannot_be_executed_fails_with_a_reason_and_changes_nothing(
    kitchen: Simulator, call: SkillCall
) -> None:
    before = kitchen.facts()
    outcome = kitchen.execute(call)
    assert not outcome.ok
    assert outcome.error
    assert kitchen.facts() == before


def test_done_succeeds_and_changes_nothing(kitchen: Simulator) -> None:
    before = kitchen.facts()
    assert kitchen.execute(DONE).ok
    assert kitchen.facts() == before


def test_the_objects_are_those_of_the_scene(kitchen: Simulator) -> None:
    assert kitchen.objects() == scenario("store_apple").scene.objects
    kitchen.execute(OPEN_FRIDGE)
    assert kitchen.objects() == scenario("store_apple").scene.objects


@pytest.mark.parametrize("name", NAMES)
def test_reference_plans_can_be_executed(simulator: Simulator, name: str) -> None:
    *plan, nonsense = run(simulator, name, seed=0)
    assert [error for ok, error, _ in plan if not ok] == []
    assert not nonsense[0]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_episode(
    simulator: Simulator, fresh: Simulator, name: str
) -> None:
    assert run(simulator, name, seed=7) == run(fresh, name, seed=7)


def test_a_reset_leaves_nothing_of_the_last_episode(simulator: Simulator) -> None:
    first = run(simulator, "store_apple", seed=3)
    run(simulator, "cook_apple", seed=3)
    assert run(simulator, "store_apple", seed=3) == first


def test_a_snapshot_can_be_returned_to_more_than_once(kitchen: Simulator) -> None:
    kitchen.execute(OPEN_FRIDGE)
    snapshot, before = kitchen.snapshot(), kitchen.facts()
    for _ in range(2):
        assert kitchen.execute(STORE_APPLE).ok
        assert kitchen.facts() != before
        kitchen.restore(snapshot)
        assert kitchen.facts() == before


def test_snapshots_can_be_returned_to_in_any_order(kitchen: Simulator) -> None:
    taken = []
    for step in STORING:
        taken.append((kitchen.snapshot(), kitchen.facts()))
        assert kitchen.execute(step).ok
    for index in (2, 0, 3, 1):
        snapshot, facts = taken[index]
        kitchen.restore(snapshot)
        assert kitchen.facts() == facts


def test_what_follows_a_restore_is_what_followed_the_snapshot(kitchen: Simulator) -> None:
    snapshot = kitchen.snapshot()
    first = [(kitchen.execute(step), kitchen.facts()) for step in STORING]
    kitchen.restore(snapshot)
    assert [(kitchen.execute(step), kitchen.facts()) for step in STORING] == first


def test_a_closed_simulator_refuses_everything(fresh: Simulator) -> None:
    kitchen = furnished(fresh)
    snapshot = kitchen.snapshot()
    kitchen.close()
    uses = (
        lambda: kitchen.execute(OPEN_FRIDGE),
        kitchen.objects,
        kitchen.facts,
        kitchen.observe,
        kitchen.snapshot,
        lambda: kitchen.restore(snapshot),
    )
    for use in uses:
        with pytest.raises(IsBenchError):
            use()


def test_closing_twice_is_no_error(fresh: Simulator) -> None:
    kitchen = furnished(fresh)
    kitchen.close()
    kitchen.close()


def test_simulators_share_no_world(kitchen: Simulator, fresh: Simulator) -> None:
    furnished(fresh)
    kitchen.execute(OPEN_FRIDGE)
    assert OPEN not in fresh.facts().true


def test_every_view_is_whole_and_agrees_with_itself(kitchen: Simulator) -> None:
    names = [thing.name for thing in scenario("store_apple").scene.objects]
    views = kitchen.observe()
    assert len({view.name for view in views}) == len(views)
    for view in views:
        assert view.rgb.dtype == np.uint8
        assert view.rgb.shape == (view.height, view.width, 3)
        assert view.segmentation.dtype == np.int32
        assert view.segmentation.shape == (view.height, view.width)
        assert view.boxes == boxes_of(view.segmentation, names)
        assert view.intrinsics.shape == (3, 3)
        assert view.intrinsics[0, 0] == pytest.approx(view.intrinsics[1, 1])
        assert np.linalg.norm(view.pose.orientation) == pytest.approx(1)


def test_looking_changes_nothing(kitchen: Simulator) -> None:
    before = kitchen.facts()
    first, second = kitchen.observe(), kitchen.observe()
    assert kitchen.facts() == before
    for one, other in zip(first, second, strict=True):
        assert one.boxes == other.boxes


def test_pictures_return_with_the_world(kitchen: Simulator) -> None:
    snapshot, before = kitchen.snapshot(), kitchen.observe()
    kitchen.execute(OPEN_FRIDGE)
    kitchen.observe()
    kitchen.restore(snapshot)
    for one, other in zip(before, kitchen.observe(), strict=True):
        assert one.boxes == other.boxes
        assert np.array_equal(one.rgb, other.rgb)


def test_whether_one_looks_makes_no_difference_to_what_is_seen_in_the_end(
    simulator: Simulator, fresh: Simulator
) -> None:
    seen = []
    for looking, one in ((True, simulator), (False, fresh)):
        one.reset(scenario("store_apple").scene, RELEASED, seed=5)
        for step in STORING:
            if looking:
                one.observe()
            one.execute(step)
        seen.append([(view.name, view.boxes) for view in one.observe()])
    assert seen[0] == seen[1]


def test_a_scene_of_another_domain_is_played_or_refused(kind: str, simulator: Simulator) -> None:
    scene = replace(scenario("store_apple").scene, domain=load_domain("household"))
    if "omnigibson" in kind:
        with pytest.raises(SimulatorError, match="plays the domain is_bench only"):
            simulator.reset(scene, RELEASED, seed=0)
        return
    simulator.reset(scene, RELEASED, seed=0)
    assert simulator.execute(SkillCall("PICK", (APPLE,))).ok
    assert atom("held", APPLE) in simulator.facts().true
    assert simulator.execute(OPEN_FRIDGE).ok
    assert simulator.execute(STORE_APPLE).ok
    assert atom("inside", APPLE, FRIDGE) in simulator.facts().true


def test_somebody_else_changes_the_world(kitchen: Simulator) -> None:
    start = kitchen.snapshot()
    kitchen.change(Changes(adds=(OPEN,)))
    assert OPEN in kitchen.facts().true
    assert kitchen.execute(STORE_APPLE).ok
    kitchen.change(Changes(removes=(OPEN,)))
    assert OPEN not in kitchen.facts().true
    kitchen.restore(start)
    kitchen.change(Changes(adds=(atom("inside", APPLE, FRIDGE), OPEN)))
    assert atom("inside", APPLE, FRIDGE) in kitchen.facts().true
