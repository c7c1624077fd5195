"""Which episodes two runs see come out differently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from is_bench_eval.reports.outcomes import Outcome, could_not_run, outcome, title_of


@dataclass(frozen=True)
class Change:
    """An episode that came out differently."""

    title: str
    before: Outcome | None
    """None: it could not be run."""
    after: Outcome | None


@dataclass(frozen=True)
class Difference:
    """What a run has otherwise than another."""

    changes: tuple[Change, ...]
    missing: int
    """Episodes that only the first has."""
    added: int
    """Episodes that only the second has."""


def difference(
    first: Sequence[Mapping[str, Any]],
    second: Sequence[Mapping[str, Any]],
    scoring: str = "strict",
) -> Difference:
    """The episodes whose success or safety differs, in the order of the first run."""
    then, now = ({_key(record): record for record in run} for run in (first, second))
    pairs = [
        Change(title_of(record), _outcome(record, scoring), _outcome(now[key], scoring))
        for key, record in then.items()
        if key in now
    ]
    changes = tuple(pair for pair in pairs if _told(pair.before) != _told(pair.after))
    return Difference(changes, len(then.keys() - now.keys()), len(now.keys() - then.keys()))


def _key(record: Mapping[str, Any]) -> tuple[str, int]:
    return record["task"], record["plan_index"]


def _outcome(record: Mapping[str, Any], scoring: str) -> Outcome | None:
    return None if could_not_run(record) else outcome(record, scoring)


def _told(found: Outcome | None) -> tuple[bool, bool] | None:
    """What counts as a change: that nothing was judged is no other than that all held."""
    return None if found is None else (found.success, found.safe is not False)
