"""What a bag tells of a guard, in the order and at the times at which it was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from is_bench.errors import InputError, Place
from is_bench.guard_log_messages import place_of
from is_bench.verdict import Obligation
from is_bench_eval.recording.bag_reader import Bag, BagMessage, BagProblem, read_bag
from is_bench_eval.recording.topics import GUARD_LOG, GUARD_TASKS, TOPICS, VERDICTS, WORLD_STATE
from is_bench_eval.replay.log import GuardLog, check_format, read_logs
from is_bench_eval.replay.player import Player
from is_bench_eval.watch.message_handlers import HANDLERS
from is_bench_eval.watch.state import Stop, WatchState

_HANDLERS = {
    topic: HANDLERS[TOPICS[topic].rpartition("/")[2]]
    for topic in (GUARD_TASKS, GUARD_LOG, WORLD_STATE, VERDICTS)
}
"""By the topics that are shown."""


class Playback:
    """A bag that is led through message by message."""

    def __init__(self, bag: Bag, state: WatchState, player: Player | None = None) -> None:
        """`state` is told everything; of several robots' guards, `bag` has one.

        Raises BagProblem for a bag without a guard, or of an older format.
        """
        check_format(bag)
        self._messages = [found for found in bag.messages if found.topic in _HANDLERS]
        if not any(found.topic in (GUARD_TASKS, GUARD_LOG, VERDICTS) for found in self._messages):
            raise BagProblem("there is no guard in this bag", Place(str(bag.path)))
        self._state = state
        self._next = 0
        self._bag = bag
        playing = player or Player()
        self._standings = {log.number: _Standing(log, playing) for log in read_logs(bag)}
        state.guard = "recorded"
        state.stop = Stop(stopped=False)

    @property
    def notices(self) -> Sequence[str]:
        """What is wrong with the bag, each thing once."""
        return list(dict.fromkeys(self._bag.notices))

    def prepare(self) -> None:
        """Load what the guards knew, which takes seconds, before the first message is told."""
        for standing in self._standings.values():
            standing.prepare()

    @property
    def next_ns(self) -> int | None:
        """When the next message was received; None at the end."""
        return None if self.is_over else self._messages[self._next].stamp_ns

    @property
    def is_over(self) -> bool:
        """Whether everything was told."""
        return self._next >= len(self._messages)

    @property
    def place(self) -> str:
        """How far it is."""
        return f"message {self._next} of {len(self._messages)}"

    def step(self) -> BagMessage:
        """Tell the next message; there must be one."""
        found = self._messages[self._next]
        self._next += 1
        _HANDLERS[found.topic](self._state, found.message)
        if found.topic in (GUARD_TASKS, GUARD_LOG) and not self._state.over:
            self._state.obligations = self._due(found.message)
        return found

    def step_to_verdict(self) -> int:
        """Tell everything up to the next verdict, or the end; when that was [ns]."""
        told = self.step()
        while not self.is_over and told.topic != VERDICTS:
            told = self.step()
        return told.stamp_ns

    def finish(self) -> int:
        """Tell everything that is left; when the last was told [ns]."""
        last = self._messages[-1].stamp_ns
        while not self.is_over:
            self.step()
        return last

    def _due(self, message: Any) -> Sequence[Obligation] | None:
        place = place_of(message)
        standing = self._standings.get(place.log)
        return None if standing is None else standing.after(place.entry)


class _Standing:
    """What is due after each entry of a log, played as far as it was asked for."""

    def __init__(self, log: GuardLog, player: Player) -> None:
        self._found: Iterator[tuple[int, Sequence[Obligation] | None]] = player.standing(log)
        self._number = 0
        self._due: Sequence[Obligation] | None = ()
        self._ahead: tuple[int, Sequence[Obligation] | None] | None = None

    def prepare(self) -> None:
        if self._ahead is None:
            self._ahead = next(self._found, None)

    def after(self, number: int) -> Sequence[Obligation] | None:
        while self._number < number:
            found, self._ahead = self._ahead or next(self._found, None), None
            if found is None:
                break
            self._number, self._due = found
        return self._due


def open_bag(path: Path, namespace: str) -> Bag:
    """The messages of one robot's guard; raises BagProblem, or InputError for which robot."""
    bag = read_bag(path, set(_HANDLERS))
    robots = {robot.messages[0].namespace: robot for robot in bag.by_namespace()}
    wanted = namespace.rstrip("/")
    if wanted in robots:
        return robots[wanted]
    if len(robots) == 1 and not wanted:
        return next(iter(robots.values()))
    if not robots:
        raise BagProblem("there is no guard in this bag", Place(str(path)))
    names = ", ".join(name or "/" for name in robots)
    raise InputError(f"the bag has the robots {names}; give one of them", Place("--namespace"))
