from __future__ import annotations

import pytest

from is_bench.facts import FactSet, atom
from is_bench.scenarios.dataset import bundled_dataset
from is_bench.world import CORRECTED, RELEASED, Outcome
from sim_bridge.remote import protocol, wire

DATASET = bundled_dataset()


def through(data: dict[str, object]) -> dict[str, object]:
    return protocol.unpack(protocol.pack(data))


@pytest.mark.parametrize("name", DATASET.names)
def test_a_scene_comes_back_as_it_was(name: str) -> None:
    scene = DATASET.get(name).scene
    assert wire.scene_in(through(wire.scene_out(scene))) == scene


@pytest.mark.parametrize("quirks", [RELEASED, CORRECTED])
def test_quirks_come_back_as_they_were(quirks: object) -> None:
    assert wire.quirks_in(through(wire.quirks_out(quirks))) == quirks  # type: ignore[arg-type]


def test_facts_come_back_as_they_were() -> None:
    facts = FactSet(
        frozenset({atom("open", "a")}),
        frozenset({atom("inside", "a", "b")}),
        frozenset({atom("hot", "b")}),
        closed=False,
    )
    assert wire.facts_in(through(wire.facts_out(facts))) == facts


@pytest.mark.parametrize("text", ["", "OPEN(\x00\ud800)", "ü€"])
def test_outcomes_come_back_as_they_were(text: str) -> None:
    outcome = Outcome(ok=False, error=text)
    assert wire.outcome_in(through(wire.outcome_out(outcome))) == outcome
