"""What is to be seen: everything, framed, in its state."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from is_bench.calls import parse_call
from is_bench.facts import Atom, atom
from is_bench.objects import ObjectTable
from is_bench.scenarios import Scenario, load_dataset
from is_bench.views import View
from is_bench.world import RELEASED
from sim_bridge.backends import EmbeddedSimulator
from sim_bridge.embodied.arrangement import frames_of
from sim_bridge.embodied.body import Body
from sim_bridge.embodied.render_thread import ImageSize, RenderThread
from tests.is_bench.scenes import perform
from tests.sampling import SOAK, sampled

CAMERAS = ("top", "north", "south", "east", "west")
ENOUGH = 50
"""Pixels by which an object can be seen."""
SHARE = 0.97


def views_of(
    scenario: Scenario, render_thread: RenderThread
) -> tuple[frozenset[Atom], tuple[View, ...]]:
    facts = scenario.scene.world().facts().true
    body = Body(scenario.scene, facts, render_thread)
    return facts, body.views(body.arrange(facts, None), facts)


# Everything can be seen


def hidden(name: str, facts: frozenset[Atom], objects: ObjectTable) -> bool:
    """Whether an object is not there yet, or within something closed."""
    if atom("future", name) in facts:
        return True
    holders = {
        other
        for predicate, arguments in facts
        if predicate in ("inside", "contains", "filled") and len(arguments) == 2
        for inner, other in [arguments if predicate == "inside" else arguments[::-1]]
        if inner == name
    }
    bearers = {
        f.arguments[1]
        for f in facts
        if f.predicate in ("ontop", "overlaid") and f.arguments[0] == name
    } | {f.arguments[0] for f in facts if f.predicate == "covered" and f.arguments[1] == name}
    shut = any(
        (found := objects.get(holder)) is not None
        and found.can("openable")
        and atom("open", holder) not in facts
        for holder in holders
    )
    return shut or any(hidden(other, facts, objects) for other in (holders | bearers) - {name})


def to_be_seen(scenario: Scenario, facts: frozenset[Atom]) -> list[str]:
    objects = scenario.scene.objects
    present = {
        f.arguments[1]
        for f in facts
        if f.predicate in ("covered", "contains", "filled", "saturated")
    }
    return [
        thing.name
        for thing in objects
        if not hidden(thing.name, facts, objects)
        and (not thing.matter.is_substance or thing.name in present)
    ]


@pytest.mark.parametrize("source", ["bundled", pytest.param("published", marks=pytest.mark.data)])
def test_nearly_everything_shows_in_some_view(
    source: str, render_thread: RenderThread, request: pytest.FixtureRequest
) -> None:
    dataset = load_dataset(None) if source == "bundled" else request.getfixturevalue("published")
    seen, unseen = 0, []
    for scenario in sampled(list(dataset), 2):
        facts, views = views_of(scenario, render_thread)
        names = [thing.name for thing in scenario.scene.objects]
        counts = [np.bincount(v.segmentation.ravel(), minlength=len(names) + 1) for v in views]
        best = dict(zip(names, np.max(counts, axis=0)[1:], strict=True))
        for name in to_be_seen(scenario, facts):
            if best[name] >= ENOUGH:
                seen += 1
            else:
                unseen.append((scenario.name, name, int(best[name])))
    assert seen >= SHARE * (seen + len(unseen)), unseen


def test_the_robot_at_work_hides_nearly_nothing_from_all_cameras(
    render_thread: RenderThread,
) -> None:
    seen, unseen = 0, []
    for scenario in sampled(list(load_dataset(None)), 12):
        world = scenario.scene.world()
        body = Body(scenario.scene, world.facts().true, render_thread)
        arrangement = body.arrange(world.facts().true, None)
        for step in scenario.plans.reference:
            perform(world, step)
            facts, acted = world.facts().true, parse_call(step).arguments
            arrangement = body.arrange(facts, arrangement, None, acted)
            names = [thing.name for thing in scenario.scene.objects]
            views = body.views(arrangement, facts)
            counts = [np.bincount(v.segmentation.ravel(), minlength=len(names) + 1) for v in views]
            best = dict(zip(names, np.max(counts, axis=0)[1:], strict=True))
            there = [name for name in to_be_seen(scenario, facts) if name in best]
            seen += sum(best[name] >= ENOUGH for name in there)
            unseen += [(step, name) for name in there if best[name] < ENOUGH]
    assert seen >= SHARE * (seen + len(unseen)), unseen


def test_there_are_five_cameras_that_have_everything_in_their_pictures(
    render_thread: RenderThread,
) -> None:
    for scenario in load_dataset(None):
        facts = scenario.scene.world().facts().true
        body = Body(scenario.scene, facts, render_thread)
        assert tuple(camera.name for camera in body.cameras) == CAMERAS
        frames = frames_of(body.room, body.arrange(facts, None))
        corners = np.array(
            [
                corner
                for name, frame in frames.items()
                if name not in body.room.floors
                for corner in frame.box(body.room.shapes[name].bounds).corners()
            ]
        )
        for camera in body.cameras:
            columns, rows = camera.project(corners, 640, 480).T
            assert columns.min() >= 0, (scenario.name, camera.name)
            assert columns.max() <= 640, (scenario.name, camera.name)
            assert rows.min() >= 0, (scenario.name, camera.name)
            assert rows.max() <= 480, (scenario.name, camera.name)


def test_intrinsics_and_pose_say_where_in_the_picture_a_thing_is(
    render_thread: RenderThread,
) -> None:
    scenario = load_dataset(None).get("fry_salmon_beside_dishtowel")
    facts = scenario.scene.world().facts().true
    body = Body(scenario.scene, facts, render_thread)
    arrangement = body.arrange(facts, None)
    frame = frames_of(body.room, arrangement)["salmon.n.03_1"]
    middle = np.array(frame.box(body.room.shapes["salmon.n.03_1"].bounds).center)
    for view in body.views(arrangement, facts):
        turned = rotation(view.pose.orientation).T @ (middle - np.array(view.pose.position))
        column, row, depth = view.intrinsics @ turned
        box = next(box for box in view.boxes if box.name == "salmon.n.03_1")
        assert box.left - 2 <= column / depth <= box.right + 2
        assert box.top - 2 <= row / depth <= box.bottom + 2


def rotation(quaternion: tuple[float, float, float, float]) -> npt.NDArray[np.float64]:
    x, y, z, w = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


# States show

STOVE, FRIDGE, PAN = "stove.n.01_1", "electric_refrigerator.n.01_1", "frying_pan.n.01_1"
CHANGED = 60
"""Pixels, summed over the five views, by which two states differ to the eye."""


def difference(scenario: str, change: Atom, render_thread: RenderThread) -> int:
    scene = load_dataset(None).get(scenario).scene
    facts = scene.world().facts().true
    body = Body(scene, facts, render_thread)
    arrangement = body.arrange(facts, None)
    toggled = facts ^ {change}
    return sum(
        int(np.any(np.abs(a.rgb.astype(int) - b.rgb) > 12, axis=2).sum())
        for a, b in zip(
            body.views(arrangement, facts),
            body.views(body.arrange(toggled, arrangement), toggled),
            strict=True,
        )
    )


@pytest.mark.parametrize(
    "change",
    [
        atom("toggled_on", STOVE),
        atom("hot", "salmon.n.03_1"),
        atom("cooked", "salmon.n.03_1"),
        atom("burnt", "salmon.n.03_1"),
        atom("frozen", "salmon.n.03_1"),
        atom("on_fire", "dishtowel.n.01_1"),
        atom("folded", "dishtowel.n.01_1"),
        atom("broken", PAN),
        atom("covered", PAN, "stain.n.01_1"),
        atom("covered", PAN, "dust.n.01_1"),
        atom("covered", "countertop.n.01_1", "water.n.06_1"),
        atom("filled", PAN, "water.n.06_1"),
        atom("saturated", "dishtowel.n.01_1", "water.n.06_1"),
        atom("ontop", "salmon.n.03_1", "countertop.n.01_1"),
    ],
    ids=str,
)
def test_a_state_can_be_seen(change: Atom, render_thread: RenderThread) -> None:
    assert difference("fry_salmon_beside_dishtowel", change, render_thread) > CHANGED


def test_a_door_that_opens_can_be_seen(render_thread: RenderThread) -> None:
    assert difference("bake_two_pizzas", atom("open", "oven.n.01_1"), render_thread) > 10 * CHANGED


def test_what_cannot_be_seen_changes_no_pixel(render_thread: RenderThread) -> None:
    assert difference("fry_salmon_beside_dishtowel", atom("real", PAN), render_thread) == 0


def test_a_segmentation_asked_for_late_is_of_its_own_moment(render_thread: RenderThread) -> None:
    scene = load_dataset(None).get("fry_salmon_beside_dishtowel").scene
    facts = scene.world().facts().true
    body = Body(scene, facts, render_thread)
    arrangement = body.arrange(facts, None)
    before = body.views(arrangement, facts)
    moved = facts ^ {atom("ontop", "dishtowel.n.01_1", STOVE)}
    body.views(body.arrange(moved, arrangement), moved)
    for one, other in zip(before, body.views(arrangement, facts), strict=True):
        assert np.array_equal(one.segmentation, other.segmentation)
        assert one.boxes == other.boxes


# Many bodies, one renderer


def test_one_render_thread_serves_many_threads(render_thread: RenderThread) -> None:
    dataset = load_dataset(None)
    names = dataset.names[:6]
    alone = {name: views_of(dataset.get(name), render_thread)[1] for name in names}
    with ThreadPoolExecutor(4) as threads:
        together = list(
            threads.map(
                lambda name: (name, views_of(dataset.get(name), render_thread)[1]), names * 2
            )
        )
    for name, views in together:
        for one, other in zip(alone[name], views, strict=True):
            assert np.array_equal(one.rgb, other.rgb)
            assert np.array_equal(one.segmentation, other.segmentation)


def test_memory_stays_steady_over_many_resets() -> None:
    """Less than 20 kB a reset are kept, once all that is kept for good is there."""
    scenes = [scenario.scene for scenario in load_dataset(None)]
    first, last = (150, 599) if SOAK else (100, 299)
    sizes = []
    with (
        closing(RenderThread(ImageSize(64, 48))) as small,
        closing(EmbeddedSimulator(small)) as world,
    ):
        for number in range(last + 1):
            world.reset(scenes[number % len(scenes)], RELEASED, seed=number)
            assert len(world.observe()) == len(CAMERAS)
            if number in (first, last):
                sizes.append(resident_bytes())
    assert sizes[1] - sizes[0] < 20e3 * (last - first)


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096
