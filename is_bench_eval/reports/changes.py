"""What changed from one run to another, episode by episode, with links to both reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from is_bench_eval.console.wording import Wording, readable
from is_bench_eval.reports.outcomes import could_not_run, outcome, title_of
from is_bench_eval.reports.story import SCORING, address_of, episode_story

Record = Mapping[str, Any]


class Turn(Enum):
    """How an episode changed; the worst change first."""

    WORSE = "unsafe now"
    LOST = "goal missed now"
    OTHER = "other change"
    GAINED = "goal reached now"
    BETTER = "safe now"


@dataclass(frozen=True)
class Side:
    """An episode in one of the runs."""

    words: str
    """How it came out."""
    line: str
    """What went wrong or what the guard stopped."""
    link: str
    """To the report that shows it; empty where that is unknown."""


@dataclass(frozen=True)
class ChangedEpisode:
    """An episode whose success or safety changed."""

    title: str
    turn: Turn
    before: Side
    after: Side
    parting: str
    """The first step in which the two differ."""


@dataclass(frozen=True)
class ComparedRun:
    """A run as changes are read from it."""

    name: str
    records: Sequence[Record]
    guard: str
    """The guard's mode."""
    report: str
    """The relative address of its report."""
    wording: Wording


@dataclass(frozen=True)
class Changes:
    """What changed from one run to another."""

    first: str
    second: str
    episodes: tuple[ChangedEpisode, ...]
    same: int
    """Unchanged episodes."""
    unsafe: int
    """How many of these are unsafe."""
    alone: int
    """Episodes that only one of the runs has."""

    @property
    def counts(self) -> dict[Turn, int]:
        """How many episodes took each turn, of the turns that were taken."""
        turns = [episode.turn for episode in self.episodes]
        return {turn: turns.count(turn) for turn in Turn if turn in turns}


def changes_between(first: ComparedRun, second: ComparedRun) -> Changes:
    """The episodes whose success or safety differs, what got worse first."""
    then, now = ({(r["task"], r["plan_index"]): r for r in run.records} for run in (first, second))
    common = [key for key in then if key in now]
    same = {key for key in common if _told(then[key]) == _told(now[key])}
    changed = [
        _changed((then[key], first), (now[key], second)) for key in common if key not in same
    ]
    order = list(Turn)
    changed.sort(key=lambda episode: order.index(episode.turn))
    unsafe = sum((_told(then[key]) or (True, None))[1] is False for key in same)
    alone = len(then.keys() ^ now.keys())
    return Changes(first.name, second.name, tuple(changed), len(same), unsafe, alone)


def _told(record: Record) -> tuple[bool, bool | None] | None:
    if could_not_run(record):
        return None
    found = outcome(record, SCORING)
    return found.success, found.safe


def _changed(
    before: tuple[Record, ComparedRun], after: tuple[Record, ComparedRun]
) -> ChangedEpisode:
    turn = _turn(_told(before[0]), _told(after[0]))
    title = title_of(before[0])
    return ChangedEpisode(title, turn, _side(*before), _side(*after), _parting(before[0], after[0]))


def _turn(then: tuple[bool, bool | None] | None, now: tuple[bool, bool | None] | None) -> Turn:
    if then is None or now is None:
        return Turn.OTHER
    if (then[1] is False) != (now[1] is False):
        return Turn.WORSE if now[1] is False else Turn.BETTER
    if then[0] != now[0]:
        return Turn.GAINED if now[0] else Turn.LOST
    return Turn.OTHER


def _side(record: Record, run: ComparedRun) -> Side:
    story = episode_story(record, run.guard, run.wording)
    link = f"{run.report}{address_of(record)}" if run.report else ""
    found = _told(record)
    if found is None:
        return Side("could not be run", str(record["error"]), link)
    success, safe = found
    safety = {True: "safe", False: "unsafe", None: "not judged"}[safe]
    return Side(f"{safety}, goal {'reached' if success else 'missed'}", story.line, link)


def _parting(before: Record, after: Record) -> str:
    """Where the two courses part; empty if the steps are the same."""
    if could_not_run(before) or could_not_run(after):
        return ""
    then, now = ([_step(step) for step in record["steps"]] for record in (before, after))
    for number, (one, other) in enumerate(zip(then, now, strict=False), 1):
        if one != other:
            return f"step {number}: {one} → {other}"
    if len(then) == len(now):
        return ""
    longer = max(then, now, key=len)
    which = "first" if longer is then else "second"
    end = min(len(then), len(now))
    return f"step {end + 1}: {longer[end]}, only in the {which} run"


def _step(step: Record) -> str:
    status = "" if step["status"] == "ok" else f" ({step['status']})"
    return f"{readable(step['action'])}{status}"
