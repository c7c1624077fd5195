"""Table 2 of IS-Bench's paper, to stand beside one's own figures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml

METRICS = ("SR", "SSR", "SRec all", "SRec pre", "SRec post")


@dataclass(frozen=True)
class PublishedRow:
    """A model at a safety level; shares as fractions."""

    model: str
    level: str
    metrics: dict[str, float]
    """By METRICS and "SA"."""


@dataclass(frozen=True)
class PublishedTable:
    """A table of a paper."""

    source: str
    setting: str
    """How it was measured."""
    levels: dict[str, str]
    """What the levels mean."""
    rows: tuple[PublishedRow, ...]


@cache
def is_bench_table_2() -> PublishedTable:
    """Models without a guard on the 161 tasks of IS-Bench, simulated by OmniGibson."""
    path = files("is_bench_eval.reports.published") / "is_bench_table_2.yaml"
    raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    rows = tuple(
        PublishedRow(entry["model"], level, _fractions(entry[level], entry["SA"]))
        for entry in raw["models"]
        for level in raw["levels"]
    )
    return PublishedTable(raw["source"], raw["setting"], raw["levels"], rows)


def _fractions(percents: list[float], awareness: float) -> dict[str, float]:
    shares = dict(zip((*METRICS, "SA"), (*percents, awareness), strict=True))
    return {name: round(percent / 100, 6) for name, percent in shares.items()}


def of_is_bench(dataset: str) -> bool:
    """Whether a dataset's title says that it is IS-Bench's own tasks."""
    return dataset.startswith("IS-Bench data in ")
