"""The backend over a fake OmniGibson does to the facts what the embedded simulator does."""

from __future__ import annotations

import pytest

from is_bench.scenarios import Dataset, load_dataset
from is_bench.world import CORRECTED, RELEASED, Quirks
from tests.sampling import sampled
from tests.sim_bridge.backends.omnigibson.agreement import any_model, difference, plans_of
from tests.sim_bridge.backends.omnigibson.fake_og import fake_omnigibson
from tests.sim_bridge.backends.omnigibson.fake_world import Parts

WORLDS = pytest.mark.parametrize("quirks", [RELEASED, CORRECTED], ids=["released", "corrected"])


def check(dataset: Dataset, name: str, quirks: Quirks) -> None:
    scenario = dataset.get(name)
    scene = any_model(scenario.scene)
    simulator = fake_omnigibson(Parts(objects=scene.objects))
    for plan in plans_of(scenario, random_plans=1):
        assert difference(simulator, scene, quirks, plan) is None


@WORLDS
@pytest.mark.parametrize("name", load_dataset(None).names)
def test_bundled_scenarios(name: str, quirks: Quirks) -> None:
    check(load_dataset(None), name, quirks)


@pytest.mark.data
@WORLDS
def test_public_tasks(published: Dataset, quirks: Quirks) -> None:
    """A share of the tasks in each world; `make omnigibson-check` runs them all in both."""
    for name in sampled(published.names, 4, first=quirks is CORRECTED):
        check(published, name, quirks)
