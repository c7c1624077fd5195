"""Signs of states: what they look like, and that none of them is a body."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest

from is_bench.objects import SceneObject
from sim_bridge.embodied.appearance import NOTHING, State, look
from sim_bridge.embodied.catalogue import shape_of
from sim_bridge.embodied.geometry import Box
from sim_bridge.embodied.shape import ON, Part, Shape
from sim_bridge.embodied.signs import flames, remains, shards, steam

VASE, PLATE, TELEVISION = "vase.n.01", "plate.n.04", "television_receiver.n.01"
CUP = Box((-0.05, -0.05, 0), (0.05, 0.05, 0.1))


def shape(synset: str) -> Shape:
    return shape_of(SceneObject(f"{synset}_1", synset))


def solid(parts: list[Part]) -> list[Part]:
    return [part for part in parts if not part.ghost]


@pytest.mark.parametrize("signs", [steam(CUP), flames(CUP)])
def test_steam_and_flames_rise_and_are_no_bodies(signs: list[Part]) -> None:
    assert all(part.ghost for part in signs)
    assert max(part.bounds.hi[2] for part in signs) > CUP.hi[2] + 0.05


def test_a_broken_vase_has_lost_its_upper_part_and_pieces_lie_about_it() -> None:
    vase = shape(VASE)
    left = remains(vase.parts, vase.bounds, Random(0))
    assert left
    assert max(part.bounds.hi[2] for part in left) < 0.8 * vase.bounds.hi[2]
    pieces = shards(left, vase.bounds, Random(0))
    assert len(pieces) >= 6
    for piece in pieces:
        x, y, z = piece.center
        assert hypot(x, y) > 0.9 * vase.bounds.hi[0]
        assert z < 0.5 * vase.bounds.hi[2]


def test_over_what_is_boiled_there_is_steam() -> None:
    kettle = shape("kettle.n.01")
    cold, boiled = (
        [one.part for one in look("x", kettle, State(holds=(water,)), 0)]
        for water in ("water.n.06_1", "cooked__water.n.01_1")
    )
    assert sum(part.ghost for part in boiled) == sum(part.ghost for part in cold) + len(steam(CUP))


@pytest.mark.parametrize("synset", [PLATE, TELEVISION])
def test_what_is_flat_or_large_keeps_its_form_and_has_cracks(synset: str) -> None:
    whole = shape(synset)
    assert remains(whole.parts, whole.bounds, Random(0)) == list(whole.parts)
    cracks = [
        part for part in shards(whole.parts, whole.bounds, Random(0)) if sum(part.color) < 1.4
    ]
    assert cracks


@pytest.mark.parametrize(
    "flag", ["hot", "on_fire", "frozen", "broken", "toggled_on", "open", "cooked", "burnt"]
)
@pytest.mark.parametrize("synset", [VASE, PLATE, TELEVISION, "clothespin.n.01", "dishtowel.n.01"])
def test_no_state_takes_a_body_away_or_lets_one_grow(synset: str, flag: str) -> None:
    thing = shape(synset)
    parts = [one.part for one in look("x", thing, State(frozenset({flag})), 0)]
    assert solid(parts)
    around = thing.reach.grown(0.06)
    for part in solid(parts):
        assert around.holds(part.bounds.lo)
        assert around.holds(part.bounds.hi)


@pytest.mark.parametrize(
    "synset",
    [
        "hose.n.03",
        "water_faucet.n.01",
        "showerhead.n.01",
        "candle.n.01",
        "switch.n.01",
        "sink.n.01",
    ],
)
def test_what_runs_shines_or_burns_shows_it(synset: str) -> None:
    thing = shape(synset)
    off = [one.part for one in look("x", thing, NOTHING, 0)]
    on = [one.part for one in look("x", thing, State(frozenset({"toggled_on"})), 0)]
    assert off != on
    assert any(ON in part.when for part in on)
