"""What happened in a run, told first: what went wrong, what the guard saved, what it let through.

Episodes are counted under strict scoring.  That the guard saved an episode is read off the run
alone: it objected to something, and every judged condition held in the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any
from urllib.parse import quote

from is_bench.domain.text import is_done
from is_bench.evaluation import Ending
from is_bench.feedback import Statement, reasons
from is_bench.verdict import GuardStage
from is_bench_eval.console.wording import Wording
from is_bench_eval.reports.outcomes import (
    GuardActs,
    Outcome,
    could_not_run,
    outcome,
    title_of,
)

Record = Mapping[str, Any]
SCORING = "strict"
REFUSED = Ending.REFUSED.value
ADVISED = "advised"
_ACTION = GuardStage.ACTION_SAFE.value


class Kind(Enum):
    """How an episode came out, what deserves a look first."""

    UNSAFE = "unsafe"
    """A judged condition did not hold."""
    ERROR = "error"
    """It could not be run."""
    FAILED = "failed"
    """The goal was not reached, and nothing went wrong."""
    SAVED = "saved"
    """The guard objected, and every judged condition held."""
    FINE = "fine"


class Word(Enum):
    """What the guard said when a condition was violated."""

    NOTHING = "silent"
    WARNED = "warned"
    FLAGGED = "flagged"
    """It only watched, and would have stopped the step."""


@dataclass(frozen=True)
class Violation:
    """A condition that did not hold."""

    hazard: str
    tip: str
    step: int | None
    """Of the step that made it due, from 1; None: no step did."""
    word: Word | None
    """None without a guard."""


@dataclass(frozen=True)
class Objection:
    """What the guard stopped."""

    action: str
    feedback: str
    step: int
    """From 1; of the plan if it was stopped before anything was done."""
    planned: bool
    """Whether it was stopped before anything was done."""


@dataclass(frozen=True)
class EpisodeStory:
    """An episode, told in short."""

    title: str
    address: str
    """The fragment of the page that shows it."""
    kind: Kind
    violations: tuple[Violation, ...] = ()
    objections: tuple[Objection, ...] = ()
    safe: bool | None = None
    """Whether every judged condition held; None if none was judged."""
    goal_missed: bool = False
    refused: bool = False
    """Whether the instruction was refused, so that nothing was done."""

    @property
    def saved(self) -> bool:
        """Whether the guard objected, and every judged condition held."""
        return bool(self.objections) and self.safe is True

    @property
    def silent(self) -> bool:
        """Whether the guard let a violation pass without a word."""
        return any(violation.word is Word.NOTHING for violation in self.violations)

    @property
    def line(self) -> str:
        """What to say of it in one line; empty if there is nothing to tell."""
        if self.violations:
            first, more = self.violations[0], len(self.violations) - 1
            return f"{first.hazard}: {first.tip}" + (f" (and {more} more)" if more else "")
        if self.objection is not None:
            return f"The guard objected: {self.objection.feedback}"
        return ""

    @property
    def objection(self) -> Objection | None:
        """The most telling objection: to a step before one to a plan, to DONE last."""
        return min(self.objections, key=_dullness, default=None)


@dataclass(frozen=True)
class RunStory:
    """A run, told in short."""

    episodes: tuple[EpisodeStory, ...]
    guard: str
    """The guard's mode."""

    def of(self, kind: Kind) -> list[EpisodeStory]:
        """The episodes that came out so."""
        return [episode for episode in self.episodes if episode.kind is kind]

    @property
    def ran(self) -> int:
        """How many episodes ran."""
        return sum(episode.kind is not Kind.ERROR for episode in self.episodes)

    @property
    def objected(self) -> int:
        """In how many the guard objected to something."""
        return sum(bool(episode.objections) for episode in self.episodes)

    @property
    def saved(self) -> list[EpisodeStory]:
        """Those in which it objected, and every judged condition held; the most telling first."""
        return sorted((episode for episode in self.episodes if episode.saved), key=_quietness)

    @property
    def silent(self) -> int:
        """In how many a violation passed without a word of the guard."""
        return sum(episode.silent for episode in self.episodes)

    @property
    def missed(self) -> int:
        """How many did not reach their goal."""
        return sum(episode.goal_missed for episode in self.episodes)

    @property
    def refused(self) -> int:
        """How many instructions were refused."""
        return sum(episode.refused for episode in self.episodes)

    @property
    def words(self) -> Counter[Word]:
        """What the guard said of the violated conditions."""
        return Counter(v.word for e in self.episodes for v in e.violations if v.word is not None)

    @property
    def violated(self) -> int:
        """How many conditions were violated."""
        return sum(len(episode.violations) for episode in self.episodes)

    @property
    def hazards(self) -> list[tuple[str, int]]:
        """The hazards of the violated conditions that no guard spoke of, most frequent first."""
        unsaid = None if self.guard == "off" else Word.NOTHING
        found = (v for e in self.episodes for v in e.violations if v.word is unsaid)
        counts = Counter(violation.hazard for violation in found)
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def story_of(records: Iterable[Record], guard: str, wording: Wording) -> RunStory:
    """The story of a run whose guard was in the mode `guard`, in the words of its domain."""
    return RunStory(tuple(episode_story(record, guard, wording) for record in records), guard)


def episode_story(record: Record, guard: str, wording: Wording) -> EpisodeStory:
    """The story of an episode."""
    title, address = title_of(record), address_of(record)
    if could_not_run(record):
        return EpisodeStory(title, address, Kind.ERROR)
    violations = tuple(_violations(record))
    objections = tuple(_worded(record, wording)) if guard == "enforce" else ()
    found = outcome(record, SCORING)
    kind = _kind(found, objected=bool(objections))
    refused = record["ending"] == REFUSED
    return EpisodeStory(
        title, address, kind, violations, objections, found.safe, not found.success, refused
    )


def objected_early(objections: Iterable[Objection]) -> bool:
    """Whether the guard objected before anything was done."""
    return any(objection.planned for objection in objections)


def guard_text(acts: GuardActs, *, early: bool) -> str:
    """What the guard did in an episode, in a few words; empty if nothing.

    That it only advised the planner, which it mostly does, is told where it did nothing else.
    """
    said = ", ".join(filter(None, ("objected to plan" if early else "", str(acts))))
    return said or (ADVISED if acts.advised else "")


def address_of(record: Record) -> str:
    """The fragment of a report's address that shows an episode."""
    task = quote(record["task"].encode("utf-8", "replace"), safe="")
    return f"#/episode/{task}/{record['plan_index']}"


def _kind(found: Outcome, *, objected: bool) -> Kind:
    if found.safe is False:
        return Kind.UNSAFE
    if not found.success:
        return Kind.FAILED
    return Kind.SAVED if objected and found.safe else Kind.FINE


def _violations(record: Record) -> Iterable[Violation]:
    decisions = [] if record["guard"] is None else record["guard"]["decisions"]
    for condition in record["conditions"]:
        verdict = condition[SCORING]
        if verdict["held"] is not False:
            continue
        step = verdict["step"]
        word = (
            None if record["guard"] is None else _word(decisions, condition, len(record["steps"]))
        )
        number = None if step is None else step + 1
        yield Violation(condition["hazard"], condition["tip"], number, word)


def _word(decisions: Sequence[Record], condition: Record, steps: int) -> Word:
    """What was said at the step that made the condition due or, of post-cautions, at the end."""
    places = {condition[SCORING]["step"]}
    if condition["kind"] != "process":
        places.add(steps - 1)
    said = {
        decision["decision"]
        for decision in decisions
        if decision["module"] == _ACTION and decision["index"] in places
    }
    if "block" in said:
        return Word.FLAGGED
    return Word.WARNED if "warn" in said else Word.NOTHING


def _quietness(episode: EpisodeStory) -> tuple[bool, bool]:
    """How little is seen of the guard: of plans less than of steps, of DONE less than of others."""
    objections = episode.objections
    return all(one.planned for one in objections), all(is_done(one.action) for one in objections)


def _dullness(objection: Objection) -> tuple[bool, bool]:
    """How little an objection tells, in the same order."""
    return objection.planned, is_done(objection.action)


def _worded(record: Record, wording: Wording) -> Iterator[Objection]:
    for one in objections_of(record):
        yield replace(one, feedback=wording.prose(one.feedback))


def objections_of(record: Record) -> Iterable[Objection]:
    """What was stopped, each reason once; whole plans first, as they come first."""
    told = set()
    for decision in [] if record["guard"] is None else record["guard"]["decisions"]:
        if decision["decision"] != "block":
            continue
        key = decision["action"], tuple(decision["constraints"])
        if key not in told:
            told.add(key)
            planned = decision["module"] != _ACTION
            yield Objection(
                decision["action"],
                " ".join(one.text for one in statements_of(decision)),
                decision["index"] + 1,
                planned,
            )


def statements_of(decision: Record) -> tuple[Statement, ...]:
    """What the guard said, each thing once; without the remedy, which stands in a field."""
    return reasons(decision["feedback"], decision.get("remedy", ()), decision["constraints"])
