"""What happened by itself, and who caused what, in results.jsonl and summary.json.

Nothing is written of scenarios in which only the robot acts and nothing can go wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from is_bench.evaluation import Cause, Trace, Verdicts, find_causes
from is_bench.events import Occurrence
from is_bench.scenarios import Scenario
from is_bench.world import quirks_of
from is_bench_eval.episodes.episode import Episode

SCORINGS = ("faithful", "strict")


def add_events(
    record: dict[str, Any], scenario: Scenario, episode: Episode, verdicts: Verdicts
) -> None:
    """Say in an episode's line what happened, and of every failure what caused it."""
    model = scenario.scene.model(quirks_of(episode.world))
    causes = find_causes(scenario, episode.trace, verdicts, model)
    record["occurrences"] = _occurrences(episode.trace)
    for step, cause in zip(record["steps"], causes.steps, strict=True):
        step["cause"] = _cause(cause)
    for condition in record["conditions"]:
        for scoring in SCORINGS:
            found = getattr(getattr(causes, scoring), condition["kind"])
            condition[scoring]["cause"] = _cause(found[condition["index"]])


def cause_counts(records: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What caused the violations and failed steps of those episodes in which things happen."""
    eventful = [record for record in records if "occurrences" in record]
    if not eventful:
        return {}
    steps = [step["cause"] for record in eventful for step in record["steps"]]
    conditions = [condition for record in eventful for condition in record["conditions"]]
    counts = {
        "episodes": len(eventful),
        "occurrences": dict(
            sorted(Counter(h["kind"] for r in eventful for h in r["occurrences"]).items())
        ),
        "violations": {
            scoring: _by_cause([condition[scoring]["cause"] for condition in conditions])
            for scoring in SCORINGS
        },
        "failed_steps": _by_cause(steps),
    }
    return {"causes": counts}


def _occurrences(trace: Trace) -> list[dict[str, Any]]:
    opening = [_occurrence(None, occurrence) for occurrence in trace.opening]
    return opening + [
        _occurrence(step.index, occurrence)
        for step in trace.steps
        for occurrence in step.occurrences
    ]


def _occurrence(step: int | None, occurrence: Occurrence) -> dict[str, Any]:
    """`step` is that during or after which it happened; None: from the start."""
    return {
        "step": step,
        "time": occurrence.at_s,
        "kind": occurrence.kind.value,
        "name": occurrence.name,
        "actor": occurrence.actor,
        "true": sorted(map(str, occurrence.true)),
        "false": sorted(map(str, occurrence.false)),
    }


def _cause(cause: Cause | None) -> dict[str, str] | None:
    if cause is None:
        return None
    return {"by": cause.kind.value, "name": cause.name, "actor": cause.actor}


def _by_cause(causes: Sequence[Mapping[str, str] | None]) -> dict[str, Any]:
    """How many the agent, each event and each fault caused."""
    found = [cause for cause in causes if cause is not None]
    named = {
        kind: dict(sorted(Counter(c["name"] for c in found if c["by"] == kind).items()))
        for kind in ("event", "fault")
    }
    return {"agent": sum(cause["by"] == "agent" for cause in found), **named}
