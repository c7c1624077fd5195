"""Tasks with safety conditions, from IS-Bench's data folder or the project's own YAML."""

from is_bench.scenarios.dataset import Dataset, bundled_dataset, load_dataset
from is_bench.scenarios.model import (
    Annotations,
    Case,
    Plans,
    SafetyCondition,
    Scenario,
    Scene,
    When,
)

__all__ = [
    "Annotations",
    "Case",
    "Dataset",
    "Plans",
    "SafetyCondition",
    "Scenario",
    "Scene",
    "When",
    "bundled_dataset",
    "load_dataset",
]
