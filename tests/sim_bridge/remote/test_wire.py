from __future__ import annotations

from dataclasses import replace

import pytest

from is_bench.calls import DONE, SkillCall
from is_bench.domain import domain_from_texts, load_domain
from is_bench.domain.model import SourceText
from is_bench.errors import InputError
from is_bench.facts import FactSet, atom
from is_bench.objects import ObjectTable, SceneObject
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


OWN = (
    SourceText("base.yaml", "domain: base\nextends: household\ninherit: [PICK]\n"),
    SourceText("own.yaml", "domain: own\nextends: base.yaml\npredicates: {wet: {arguments: 1}}\n"),
)


def test_a_scene_of_a_users_domain_comes_back_with_its_domain() -> None:
    domain = domain_from_texts(OWN)
    thing = SceneObject("blorb_1", "", frozenset({"openable"}), label="blue thing")
    scene = replace(
        DATASET.get("microwave_a_potato").scene, domain=domain, objects=ObjectTable((thing,))
    )
    back = wire.scene_in(through(wire.scene_out(scene)))
    assert back.objects == scene.objects
    assert (back.domain.name, back.domain.sources) == ("own", domain.sources)
    assert (*back.domain.skills, *back.domain.predicates) == (*domain.skills, *domain.predicates)
    assert {"PICK", "DONE"} == set(back.domain.skills)


def test_a_domain_that_only_one_side_has_is_refused() -> None:
    data = wire.domain_out(load_domain("household"))
    with pytest.raises(InputError, match="housebold"):
        wire.domain_in({**data, "name": "housebold"})


@pytest.mark.parametrize(
    "call", [DONE, SkillCall("OPEN", ("a", "\x00\ud800")), SkillCall("")], ids=ascii
)
def test_calls_come_back_as_they_were(call: SkillCall) -> None:
    plain = through({"call": wire.call_out(call)})["call"]
    assert wire.call_in(plain) == call  # type: ignore[arg-type]  # plain data


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
