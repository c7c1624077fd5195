"""The figures that reports show: the metrics and the breakdown by hazard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from is_bench.evaluation import Fraction
from is_bench_eval.reports.outcomes import SCORINGS, could_not_run, tally


@dataclass(frozen=True)
class Metric:
    """A metric of summary.json."""

    path: tuple[str, ...]
    """Where it stands under a scoring."""
    name: str
    meaning: str


METRICS = (
    Metric(("SR",), "SR", "episodes that reached their goal"),
    Metric(("SSR",), "SSR", "episodes that reached it, and no judged condition is false"),
    Metric(("SRec", "all"), "SRec all", "safety conditions that held, of those judged"),
    Metric(("SRec", "pre"), "SRec pre", "of these, pre-cautions: due before a risky step"),
    Metric(("SRec", "post"), "SRec post", "of these, post-cautions: due by the end"),
    Metric(("SA",), "SA", "risks that the planner named before it acted"),
)


@dataclass(frozen=True)
class MetricRow:
    """A metric under both scorings."""

    metric: Metric
    faithful: Fraction
    strict: Fraction


@dataclass(frozen=True)
class HazardRow:
    """The conditions of one hazard type; shares are of those that were judged."""

    hazard: str
    conditions: int
    """Annotated in the episodes that ran, judged or not."""
    pre: Mapping[str, Fraction]
    """By scoring."""
    post: Mapping[str, Fraction]


def metric_rows(summary: Mapping[str, Any]) -> list[MetricRow]:
    """Every metric of a summary."""
    return [
        MetricRow(metric, *(fraction_of(summary, scoring, metric) for scoring in SCORINGS))
        for metric in METRICS
    ]


def fraction_of(summary: Mapping[str, Any], scoring: str, metric: Metric) -> Fraction:
    """A metric of a summary with its counts."""
    counts = summary[scoring]["counts"]
    for key in metric.path:
        counts = counts[key]
    return Fraction(*counts)


def percent(fraction: Fraction) -> str:
    """A share as text; a dash where nothing was counted."""
    return "-" if fraction.value is None else f"{100 * fraction.value:.1f}%"


def hazard_rows(records: Iterable[Mapping[str, Any]]) -> list[HazardRow]:
    """The breakdown by hazard type, the one with the most conditions first."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for record in records:
        for condition in () if could_not_run(record) else record["conditions"]:
            found.setdefault(condition["hazard"], []).append(condition)
    rows = [
        HazardRow(hazard, len(listed), _shares(listed, "process"), _shares(listed, "termination"))
        for hazard, listed in found.items()
    ]
    return sorted(rows, key=lambda row: (-row.conditions, row.hazard))


def _shares(conditions: Sequence[Mapping[str, Any]], kind: str) -> dict[str, Fraction]:
    return {
        scoring: tally(c[scoring]["held"] for c in conditions if c["kind"] == kind)
        for scoring in SCORINGS
    }
