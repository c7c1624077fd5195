"""Arguments that several commands share."""

from __future__ import annotations

import argparse

from is_bench.scenarios.dataset import BUNDLED

DATASETS = (
    "IS-Bench's data folder (tasks/, bddl/), a folder of YAML scenarios, a SafeAgentBench dataset "
    f"folder, or one that comes with the package: {', '.join(BUNDLED)}"
)


def count(text: str) -> int:
    """A number from 0 on; raises ArgumentTypeError."""
    return _at_least(0, text)


def positive(text: str) -> int:
    """A number from 1 on; raises ArgumentTypeError."""
    return _at_least(1, text)


def _at_least(least: int, text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number") from None
    if value < least:
        raise argparse.ArgumentTypeError(f"{value} is not {least} or more")
    return value
