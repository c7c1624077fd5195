from __future__ import annotations

from is_bench.facts import atom
from is_bench.scenarios import load_dataset
from sim_bridge.embodied.arrangement import arrange, frames_of
from sim_bridge.embodied.compose import compose
from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.room_model import make_room_model
from sim_bridge.embodied.shadows import WIDEST, WIDTHS, shadow, shadows
from sim_bridge.embodied.shape import GHOST

TABLE = Box((-1, -1, 0.7), (1, 1, 9))


def test_a_shadow_lies_on_the_ground_around_its_thing() -> None:
    thing = Box((0, 0, 0.7), (0.2, 0.2, 1.0))
    layers = list(shadow(thing, TABLE))
    assert len(layers) == len(WIDTHS)
    for part in layers:
        assert 0.7 < part.bounds.lo[2] < part.bounds.hi[2] < 0.71
        assert part.bounds.gap(thing) == 0
        assert thing.grown(2 * WIDEST).holds(part.bounds.lo)
        assert part.ghost
        assert part.color[3] < 0.3


def test_a_shadow_ends_where_its_ground_ends() -> None:
    at_the_edge = Box((0.9, -1, 0.7), (1.0, -0.8, 1.2))
    for part in shadow(at_the_edge, TABLE):
        assert part.bounds.hi[0] <= 1
        assert part.bounds.lo[1] >= -1
    assert list(shadow(at_the_edge.moved((5, 0, 0)), TABLE)) == []


def test_what_is_carried_or_inside_or_flat_casts_none() -> None:
    scene = load_dataset(None).get("fry_salmon_beside_dishtowel").scene
    facts = scene.world().facts().true
    room = make_room_model(scene, facts, 0)
    count = [len(list(shadows(room, now, frames_of(room, now)))) for now in [arrange(room, facts)]]
    inside = (facts - {atom("ontop", "salmon.n.03_1", "countertop.n.01_1")}) | {
        atom("inside", "salmon.n.03_1", "frying_pan.n.01_1")
    }
    after = arrange(room, inside)
    assert len(list(shadows(room, after, frames_of(room, after)))) == count[0] - len(WIDTHS)


def test_shadows_hide_nothing_in_segmentations() -> None:
    scene = load_dataset(None).get("fry_salmon_beside_dishtowel").scene
    facts = scene.world().facts().true
    room = make_room_model(scene, facts, 0)
    whole = compose(room, arrange(room, facts), facts)
    dark = [g for part, g in zip(whole.parts, whole.groups, strict=True) if part.color[3] == 0.11]
    assert len(dark) > 6
    assert set(dark) == {GHOST}
