"""The step that the first page of a report shows the guard stopping: what led to it, and on.

Of all steps that the guard stopped, the most telling one is shown: first in an episode that ended
safely, and where the planner did the same step later, when it was safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from is_bench.domain.text import is_done
from is_bench_eval.console.wording import Wording, constraint_words, readable
from is_bench_eval.reports.footage_scripts import FootageScript
from is_bench_eval.reports.outcomes import could_not_run, outcome
from is_bench_eval.reports.story import SCORING, EpisodeStory, RunStory, statements_of

Record = Mapping[str, Any]
_BESIDE = ("touching(", "nextto(", "under(", "real(")
"""Facts that say less than others of the same event."""
MOST_LATER = 6
"""Steps that are shown of what followed."""


@dataclass(frozen=True)
class StepLine:
    """A step in short."""

    action: str
    status: str
    """"ok", "failed" or "blocked"."""


@dataclass(frozen=True)
class StoppedStep:
    """A step that the guard stopped, with what led to it and what followed."""

    title: str
    """Of the episode."""
    address: str
    """The fragment of the page that shows the step."""
    instruction: str
    number: int
    """Of the step, from 1."""
    action: str
    events: tuple[str, ...]
    """What happened by itself before the step, in order."""
    reasons: tuple[str, ...]
    """Why the guard stopped it, the gravest first; at least one."""
    remedy: tuple[str, ...]
    """The calls that come first, as the guard told the planner."""
    later: tuple[StepLine, ...]
    """The first steps after it."""
    more: int
    """How many followed these."""
    success: bool
    """Whether the episode reached its goal."""
    safe: bool | None
    """Whether every judged condition held; None if none was judged."""
    picture: str | None
    """The world as the guard stopped the step: a WebP image in base64."""


def stopped_step(
    story: RunStory,
    records: Sequence[Record],
    footage: Iterable[FootageScript],
    wording: Wording,
) -> StoppedStep | None:
    """The most telling step that the guard stopped; None if it stopped none.

    `records` are those that `story` is told of, and `footage` is theirs.
    """
    if story.guard != "enforce":
        return None
    films = {film.index: film for film in footage}
    found = [
        (_dullness(episode, record, step), index, step["index"], decision)
        for index, (episode, record) in enumerate(zip(story.episodes, records, strict=True))
        if not could_not_run(record)
        for step, decision in _stops(record)
    ]
    if not found:
        return None
    _, index, number, decision = min(found, key=lambda stop: stop[:3])
    told = _told(story.episodes[index], records[index], decision, number, films.get(index))
    reasons, events = (tuple(map(wording.prose, texts)) for texts in (told.reasons, told.events))
    return replace(told, reasons=reasons, events=events)


def _stops(record: Record) -> Iterator[tuple[Record, Record]]:
    """The steps that were not executed, each with the decision that says why."""
    decisions = [] if record["guard"] is None else record["guard"]["decisions"]
    told = {
        decision["index"]: decision
        for decision in decisions
        if decision["decision"] == "block" and decision["module"] == "action_safe"
    }
    for step in record["steps"]:
        if step["status"] == "blocked" and step["index"] in told:
            yield step, told[step["index"]]


def _dullness(episode: EpisodeStory, record: Record, step: Record) -> tuple[bool, bool, bool]:
    """How little a stop tells; DONE tells less than a step of the robot."""
    redone = any(
        other["action"] == step["action"] and other["status"] == "ok"
        for other in record["steps"][step["index"] + 1 :]
    )
    return not episode.saved, is_done(step["action"]), not redone


def _told(
    episode: EpisodeStory,
    record: Record,
    decision: Record,
    index: int,
    film: FootageScript | None,
) -> StoppedStep:
    found = outcome(record, SCORING)
    after = record["steps"][index + 1 :]
    return StoppedStep(
        title=episode.title,
        address=f"{episode.address}?step={index + 1}",
        instruction=record["instruction"],
        number=index + 1,
        action=readable(decision["action"]),
        events=tuple(_events(record, index)),
        reasons=tuple(one.text for one in statements_of(decision)),
        remedy=tuple(map(readable, decision.get("remedy", ()))),
        later=tuple(StepLine(readable(s["action"]), s["status"]) for s in after[:MOST_LATER]),
        more=max(0, len(after) - MOST_LATER),
        success=found.success,
        safe=found.safe,
        picture=None if film is None else film.picture_at(index + 1),
    )


def _events(record: Record, index: int) -> Iterator[str]:
    """What others did, or what happened by itself, before the step `index`; and what that changed.

    An event's name may call a thing otherwise than the guard does: "cat jumps up", "animal 1".
    """
    for occurrence in record.get("occurrences") or ():
        step = occurrence["step"]
        if occurrence["kind"] == "event" and (step is None or step < index):
            change = next((f for f in occurrence["true"] if not f.startswith(_BESIDE)), "")
            yield constraint_words(occurrence["name"]) + (f" ({change})" if change else "")
