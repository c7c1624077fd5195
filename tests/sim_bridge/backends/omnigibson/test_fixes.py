"""The mended functions, on their own; `make omnigibson-check` puts them into the real package."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sim_bridge.backends.omnigibson.fixes import (
    any_condition_is_enough,
    whole_number_of_instancer,
    with_known_owners,
    with_whole_numbers,
)


class Modifier:
    """A tool whose conditions are made as OmniGibson makes them."""

    obj = "rag"

    def __init__(self, ways: list[bool], bounds: list[bool]) -> None:
        self.conditions = {
            "stain": [
                *(self._generate_condition(w) for w in ways),
                *(self._generate_limit_condition(b) for b in bounds),
            ]
        }

    def supports_system(self, name: str) -> bool:
        return name in self.conditions

    def _generate_condition(self, value: bool) -> Any:
        return lambda obj: value and obj == self.obj

    def _generate_limit_condition(self, value: bool) -> Any:
        def condition(obj: str) -> bool:
            return value and obj == self.obj

        return condition


@pytest.mark.parametrize(
    ("ways", "bounds", "able"),
    [
        ([False, True], [True], True),
        ([False, False], [True], False),
        ([True, True], [False], False),
        ([], [True], True),
        ([True], [True, False], False),
    ],
)
def test_one_way_is_enough_within_all_bounds(
    ways: list[bool], bounds: list[bool], able: bool
) -> None:
    assert any_condition_is_enough(Modifier(ways, bounds), "stain") is able


def test_a_substance_that_a_tool_does_not_take_is_none_of_its_business() -> None:
    assert not any_condition_is_enough(Modifier([True], [True]), "water")


@pytest.mark.parametrize(
    ("name", "number"), [("waterInstancer0", 0), ("waterInstancer3.0", 3), ("waterInstancer12", 12)]
)
def test_an_instancers_number_may_be_written_as_a_decimal(name: str, number: int) -> None:
    assert whole_number_of_instancer(SimpleNamespace(name="water"), name) == number


def test_numbers_of_particles_become_whole() -> None:
    def generate(system: str, **given: Any) -> dict[str, Any]:
        return {"system": system, **given}

    made = with_whole_numbers(generate)("water", n_particles=3.0, particle_group=1.0, scales=None)
    assert made == {
        "system": "water",
        "n_particles": 3,
        "idn": None,
        "particle_group": 1,
        "scales": None,
    }


def test_stains_are_given_back_to_their_owner_by_name() -> None:
    bowl = SimpleNamespace(uuid=7)
    known = {("uuid", 7): bowl, ("name", "bowl"): bowl}
    scene = SimpleNamespace(object_registry=lambda key, value: known.get((key, value)))
    groups = {
        "bowl": {"particle_attached_obj_uuid": 99},
        "gone": {"particle_attached_obj_uuid": 98},
    }
    load = with_known_owners(lambda _, state: state)
    loaded = load(SimpleNamespace(scene=scene), {"groups": groups})
    assert [g["particle_attached_obj_uuid"] for g in loaded["groups"].values()] == [7, 98]
