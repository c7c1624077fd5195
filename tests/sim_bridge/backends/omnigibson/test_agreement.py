"""The backend over a fake OmniGibson does to the facts what the embedded simulator does."""

from __future__ import annotations

from itertools import product

import pytest

from is_bench.scenarios import Dataset, load_dataset
from is_bench.world import CORRECTED, RELEASED
from tests.sampling import sampled
from tests.sim_bridge.backends.omnigibson.agreement import any_model, difference, plans_of
from tests.sim_bridge.backends.omnigibson.fake_og import fake_omnigibson
from tests.sim_bridge.backends.omnigibson.fake_world import Parts

WORLDS = {"released": RELEASED, "corrected": CORRECTED}


def check(dataset: Dataset, name: str, world: str) -> None:
    scenario = dataset.get(name)
    scene = any_model(scenario.scene)
    simulator = fake_omnigibson(Parts(objects=scene.objects))
    for plan in plans_of(scenario, random_plans=1):
        assert difference(simulator, scene, WORLDS[world], plan) is None


@pytest.mark.parametrize(
    ("name", "world"), sampled(list(product(load_dataset(None).names, WORLDS)), 3)
)
def test_bundled_scenarios(name: str, world: str) -> None:
    check(load_dataset(None), name, world)


@pytest.mark.data
@pytest.mark.parametrize("world", WORLDS)
def test_public_tasks(published: Dataset, world: str) -> None:
    """A share of the tasks in each world; `make omnigibson-check` runs them all in both."""
    for name in sampled(published.names, 8, first=world == "corrected"):
        check(published, name, world)
