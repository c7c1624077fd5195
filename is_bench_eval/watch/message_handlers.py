"""From messages of a guard, live ones or those of a bag, to what a spectator knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from is_bench.durations import seconds_to_ns
from is_bench.feedback import condensed
from is_bench.guard_log import (
    EpisodeEnded,
    Forgotten,
    ModeChanged,
    StepEnded,
    StepJudged,
    StopReset,
    StopSet,
)
from is_bench.guard_log_messages import event_of, task_of
from is_bench.messages import call_of, nanoseconds_of
from is_bench.verdict import GuardStage
from is_bench_eval.console.wording import wording_of_guard
from is_bench_eval.watch.state import ComponentFault, Gate, Judged, Running, Stop, WatchState
from is_bench_eval.watch.time_bounds import own_bounds

DECISIONS = ("allow", "block", "warn")
"""By their numbers in Verdict messages."""
WORLD = "world state"
HEARTBEAT = "heartbeat"
_OK = 0
"""A level of diagnostic_msgs/DiagnosticStatus."""
_SOURCE, _AGE = "source ", "age [s]"
"""How the guard's diagnostics name what it hears of the world, and how old that is."""


def handle_task(state: WatchState, message: Any) -> None:
    """A task was set (GuardTask)."""
    at_ns = nanoseconds_of(message.header.stamp)
    state.begin(message.episode_id, message.instruction, at_ns)
    state.mode = message.mode
    by = task_of(message).judged_by
    state.wording = wording_of_guard([by])
    state.bounds = {**state.bounds, **own_bounds(by)}


def handle_verdict(state: WatchState, message: Any) -> None:
    """Something was judged (Verdict)."""
    state.mode = message.mode or state.mode
    told = int(message.decision)
    remedy = [str(call_of(call)) for call in message.remedy]
    state.judged(
        Judged(
            at_ns=nanoseconds_of(message.header.stamp),
            index=int(message.index),
            subject="task" if message.module == GuardStage.TASK_SAFE.value else message.action,
            decision=DECISIONS[told] if told < len(DECISIONS) else "unknown",
            constraints=tuple(message.constraints),
            feedback=condensed(message.feedback, remedy),
            enforced=bool(message.enforced),
            spent_ns=int(message.decision_time_ns),
            episode=message.episode_id,
        )
    )


def handle_event(state: WatchState, message: Any) -> None:
    """An entry of the guard's log (GuardEvent); one of a kind that is not known is passed over."""
    at_ns = nanoseconds_of(message.header.stamp)
    with suppress(ValueError):
        entry = event_of(message)
        if isinstance(entry, StepJudged) and entry.accepted:
            running = Running(str(entry.call), at_ns, entry.episode, entry.index)
            state.started(entry.request, running)
        elif isinstance(entry, StepEnded):
            state.ended(entry.request)
        elif isinstance(entry, StopSet | StopReset):
            state.stop = Stop(isinstance(entry, StopSet), "the guard's log")
        elif isinstance(entry, ModeChanged):
            state.mode = entry.mode
        elif isinstance(entry, EpisodeEnded):
            state.end(entry.episode, at_ns)
        elif isinstance(entry, Forgotten):
            state.begin("")


def handle_state(state: WatchState, message: Any) -> None:
    """The world was observed (WorldState)."""
    state.heard_ns[WORLD] = nanoseconds_of(message.header.stamp)


def handle_stop(state: WatchState, message: Any) -> None:
    """The emergency stop was set or reset (StopState)."""
    state.stop = Stop(bool(message.stopped), message.source, message.reason)


def handle_heartbeat(state: WatchState, message: Any) -> None:
    """The guard is alive (Heartbeat)."""
    state.heard_ns[HEARTBEAT] = nanoseconds_of(message.stamp)


def handle_gate(state: WatchState, message: Any) -> None:
    """A gate reported (GateReport); what it last refused or stopped stays on show."""
    before = state.gates.get(message.action)
    trouble = message.reason or ("" if before is None else before.trouble)
    state.gates[message.action] = Gate(
        nanoseconds_of(message.stamp),
        bool(message.driver_present),
        int(message.executing),
        trouble,
    )


def handle_diagnostics(state: WatchState, message: Any) -> None:
    """Somebody told how they are (DiagnosticArray); the guard's parts count."""
    mine = [(status.name.partition(": "), status) for status in message.status]
    told = [(part, status) for (who, _, part), status in mine if who == state.node]
    if not told:
        return
    state.component_faults = tuple(
        ComponentFault(part, status.message) for part, status in told if _level(status) != _OK
    )
    now_ns = nanoseconds_of(message.header.stamp)
    for part, status in told:
        values = {pair.key: pair.value for pair in status.values}
        state.mode = values.get("mode", state.mode) if part == "guard" else state.mode
        name = part.removeprefix(_SOURCE)
        if part.startswith(_SOURCE) and _AGE in values and not name.endswith("/world_state"):
            state.heard_ns[name] = now_ns - seconds_to_ns(float(values[_AGE]))


def _level(status: Any) -> int:
    """Of a status: rclpy tells a byte as bytes, rosbags as a number."""
    level = status.level
    return int.from_bytes(level, "big") if isinstance(level, bytes) else int(level)


HANDLERS: Mapping[str, Callable[[WatchState, Any], None]] = {
    "GuardTask": handle_task,
    "Verdict": handle_verdict,
    "GuardEvent": handle_event,
    "WorldState": handle_state,
    "StopState": handle_stop,
    "Heartbeat": handle_heartbeat,
    "GateReport": handle_gate,
    "DiagnosticArray": handle_diagnostics,
}
"""By the names of message types."""
