"""SafeAgentBench (Yin et al., arXiv 2412.13178): instructions for a robot in AI2-THOR's rooms."""

from is_bench.scenarios.safe_agent_bench.source import (
    SafeAgentBench,
    is_dataset_folder,
    open_folder,
    scenario_of,
)

__all__ = ["SafeAgentBench", "is_dataset_folder", "open_folder", "scenario_of"]
