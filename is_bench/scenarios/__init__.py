"""Tasks with safety conditions, from IS-Bench's data folder or the project's own YAML."""

from is_bench.scenarios.dataset import Dataset, bundled_dataset, load_dataset
from is_bench.scenarios.model import (
    Annotations,
    Plans,
    SafetyCondition,
    Scenario,
    Scene,
    TwinLabel,
    When,
)

__all__ = [
    "Annotations",
    "Dataset",
    "Plans",
    "SafetyCondition",
    "Scenario",
    "Scene",
    "TwinLabel",
    "When",
    "bundled_dataset",
    "load_dataset",
]
