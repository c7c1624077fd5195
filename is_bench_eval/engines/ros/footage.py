"""What reports show of an episode that ran through ROS, from what its nodes published."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Protocol, TypeVar

from is_bench.evaluation import Status, Trace
from is_bench.messages import nanoseconds_of
from is_bench.ros import graph
from is_bench.scenarios import Scenario
from is_bench.verdict import Obligation
from is_bench_eval.engines.ros.cameras import CameraListener, CameraShot
from is_bench_eval.engines.ros.evaluator import EvaluatorNode
from is_bench_eval.engines.ros.obligations import Due, EpisodeLog, obligations_by_moment
from is_bench_eval.episodes.footage import CAMERA, EncodedImages, Footage
from is_bench_eval.episodes.guard import GuardRecord
from is_bench_eval.specs.run_guard import KnowledgeBases, guard_settings
from is_bench_eval.specs.run_spec import RunSpec
from is_planner_node.core.conversation import Exchange
from is_planner_node.core.conversation_messages import exchange_of
from is_safety_monitor.core.session import Session

LATE_S = 1.0
"""How long pictures and the guard's log of the last step may take to arrive; then the episode is
shown without what is missing."""

_NO_OBLIGATIONS = "the report shows no obligations of the guard by step"

_Found = TypeVar("_Found")


class Wait(Protocol):
    """Lets the nodes work until something is found."""

    def __call__(self, look: Callable[[], _Found], seconds: float) -> _Found:
        """What `look` returned last: something true, or what it returned after `seconds`."""
        ...


class RosFootage:
    """Gathers the footage of one episode after the other."""

    def __init__(
        self, run: RunSpec, evaluator: EvaluatorNode, wait: Wait, bases: KnowledgeBases
    ) -> None:
        """Pictures are kept where the run renders: with `render`, and for a model that looks."""
        self._run = run
        self._evaluator = evaluator
        self._wait = wait
        self._bases = bases
        model_looks = run.planning is not None and run.planning.image_size > 0
        self._strips = run.planning is not None
        self._cameras: CameraListener | None = None
        if run.render or (run.render is None and model_looks):
            cameras = graph.CAMERAS if self._strips else (CAMERA,)
            self._cameras = CameraListener(evaluator, cameras)

    def begin(self) -> None:
        """Another episode begins; its world is not reset yet."""
        if self._cameras is not None:
            self._cameras.begin()

    def footage(
        self, scenario: Scenario, trace: Trace, guard: GuardRecord | None, exchanges: int
    ) -> Footage:
        """That of the episode which has just ended.

        `exchanges` is how many the planner has published of the conversation with its model.
        """
        states = list(_states(trace))
        encoded = self._encoded(states)
        return Footage(
            tuple(encoded.pictures),
            tuple(encoded.strips),
            encoded.cameras,
            () if guard is None else self._due(scenario, trace, guard, states[-1]),
            self._talk(exchanges),
        )

    def _talk(self, published: int) -> tuple[Exchange, ...]:
        """The conversation between the planner and its model."""
        heard = self._evaluator.exchanges
        if not self._wait(lambda: len(heard()) >= published, LATE_S):
            missing = published - len(heard())
            self._complain(f"the report lacks {missing} of {published} exchanges with the model")
        return tuple(map(exchange_of, heard()))

    def _encoded(self, states: list[int]) -> EncodedImages:
        """A picture of each moment; a state without a picture looks like the one before it."""
        encoded, cameras = EncodedImages(strips=self._strips), self._cameras
        if cameras is None or not cameras.is_seeing():
            return encoded
        last_ns = self._stamp_ns(states[-1])
        self._wait(lambda: cameras.has_seen(last_ns), LATE_S)
        before: tuple[CameraShot, ...] = ()
        for state in states:
            follows = state + 1 in self._evaluator.states
            shots = cameras.shots(self._stamp_ns(state + 1) if follows else None)
            if shots == before:
                encoded.repeat()
            else:
                encoded.add(shots)
            before = shots
        return encoded

    def _stamp_ns(self, state: int) -> int:
        return nanoseconds_of(self._evaluator.states[state].header.stamp)

    def _due(
        self, scenario: Scenario, trace: Trace, guard: GuardRecord, executed: int
    ) -> tuple[Due, ...]:
        """What was due at each moment; nothing where the log disagrees with the guard's answer."""
        log = self._wait(partial(self._log, executed), LATE_S)
        if log is None:
            self._complain(f"{_NO_OBLIGATIONS}: its log is incomplete")
            return ()
        domain = scenario.scene.domain
        settings = guard_settings(self._run, domain)
        # What is said of the instruction is the costly part, and makes nothing due.
        quick = replace(settings, stages=replace(settings.stages, task=False))
        session = Session(quick, self._bases.of(self._run, domain))
        annotations = scenario.annotations if settings.knowledge == "scenario" else None
        found = obligations_by_moment(log, session, len(trace.steps), annotations)
        if list(map(_essence, found[-1])) != list(map(_essence, guard.open_obligations)):
            why = "its log leads to other obligations at the end than it told"
            self._complain(f"{_NO_OBLIGATIONS}: {why}")
            return ()
        return found

    def _log(self, executed: int) -> EpisodeLog | None:
        """The guard's log of `executed` steps; None while a part of it has not arrived."""
        events = self._evaluator.guard_log()
        log = EpisodeLog(self._evaluator.begun_tasks, events, self._evaluator.states)
        return log if log.is_complete(executed) else None

    def _complain(self, why: str) -> None:
        self._evaluator.get_logger().warning(why)


def _essence(due: Obligation) -> tuple[str, int, tuple[str, ...]]:
    """What messages tell of an obligation."""
    return due.constraint, due.since, due.objects


def _states(trace: Trace) -> Iterator[int]:
    """The number of the world state at each moment: the start, then the end of each step."""
    number = 0
    yield number
    for step in trace.steps:
        number += step.call is not None and step.status is not Status.BLOCKED
        yield number
