"""Replaying bags: from paths to pairs of verdicts, with what has to be said about each bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from is_bench.errors import Place
from is_bench.guard_log import RecordedSettings, TaskBegun
from is_bench.version import package_version
from is_bench_eval.console.wording import Wording, benchmark_wording, wording_of_guard
from is_bench_eval.recording.bag_reader import Bag, BagProblem, read_bag
from is_bench_eval.recording.topics import GUARD_TOPICS
from is_bench_eval.replay.comparing import Difference, Pair, pairs
from is_bench_eval.replay.log import GuardLog, read_logs
from is_bench_eval.replay.player import Player, Rules
from kb.loader import library_digest


@dataclass(frozen=True)
class ReplayedBag:
    """A bag with every verdict in it, then and now."""

    path: Path
    pairs: tuple[Pair, ...]
    notices: tuple[str, ...]
    wording: Wording = field(default_factory=benchmark_wording)
    """The words of the robot whose guard judged."""
    judged_by: tuple[RecordedSettings, ...] = ()
    """How its guards judged then, each way once."""

    @cached_property
    def counts(self) -> Counter[Difference]:
        """How many verdicts differ in what."""
        return Counter(pair.difference for pair in self.pairs)


def replay_bag(path: Path, player: Player) -> ReplayedBag:
    """Have the guards of a bag judge again; raises BagProblem where nothing can be replayed."""
    bag = read_bag(path, GUARD_TOPICS)
    logs = read_logs(bag)
    found = tuple(_pairs(logs, player))
    if not found:
        raise BagProblem(_why_nothing(bag, logs), Place(str(path)))
    notices = (*bag.notices, *_lost(logs), *_changed(logs, player.rules))
    by = tuple(dict.fromkeys(_settings(logs)))
    return ReplayedBag(path, found, tuple(dict.fromkeys(notices)), wording_of_guard(by), by)


def _pairs(logs: Sequence[GuardLog], player: Player) -> Iterator[Pair]:
    for log in logs:
        yield from pairs(log, player.play(log))


def _why_nothing(bag: Bag, logs: Sequence[GuardLog]) -> str:
    trouble = "; ".join(bag.notices)
    if trouble:
        return f"nothing can be replayed: {trouble}"
    if bag.topics.isdisjoint(GUARD_TOPICS):
        return "this is no bag of is_bench: it has none of its topics"
    if logs:
        return "the guard judged nothing in this bag"
    return (
        "there are no verdicts in this bag: it was recorded without a guard, or ended before the "
        "guard's first verdict"
    )


def _lost(logs: Sequence[GuardLog]) -> Iterator[str]:
    for log in logs:
        missing = max(log.entries) - len(log.entries)
        if missing:
            what = "an entry" if missing == 1 else f"{missing} entries"
            yield f"{what} of the guard's log missing; what followed in the episode is not replayed"


def _changed(logs: Sequence[GuardLog], rules: Rules) -> Iterator[str]:
    """What is other than it was: the answer to why verdicts differ."""
    for by in dict.fromkeys(_settings(logs)):
        if by.library_sha256 != library_digest():
            yield (
                "the constraints that come with is_bench have changed since: "
                f"{by.library_sha256[:12]} then, {library_digest()[:12]} now"
            )
        if by.version != package_version():
            yield f"is_bench was {by.version} then and is {package_version()} now"
        if by.constraint_files and rules.constraint_files is None:
            names = ", ".join(file.name for file in by.constraint_files)
            yield f"the guard's own constraint files are taken from the bag: {names}"
        if by.domain_files:
            names = ", ".join(file.name for file in by.domain_files)
            yield f"the robot's domain is taken from the bag: {names}"


def _settings(logs: Sequence[GuardLog]) -> Iterator[RecordedSettings]:
    for log in logs:
        for entry in log.entries.values():
            if isinstance(entry, TaskBegun):
                yield entry.judged_by
