"""Messages of a guard, as a spectator gets them."""

from __future__ import annotations

from typing import Any

from is_bench.calls import parse_call
from is_bench.guard_log import Entry, LogPosition
from is_bench.guard_log_messages import entry_message
from is_bench.messages import call_message, header, time_message
from is_bench_eval.recording.bag_writer import make_typestore

S = 1_000_000_000
STORE = make_typestore()


class Types:
    """The message classes by their names, as `is_bench.ros.types` has them."""

    def __getattr__(self, name: str) -> Any:
        packages = ("is_bench_interfaces", "std_msgs", "builtin_interfaces", "diagnostic_msgs")
        found = (STORE.types.get(f"{package}/msg/{name}") for package in packages)
        return next(kind for kind in found if kind is not None)


TYPES: Any = Types()


def verdict(action: str, at_s: float, **fields: Any) -> Any:
    """A Verdict message; allowed unless told otherwise."""
    given = {
        "header": header(TYPES, int(at_s * S)),
        "episode_id": "tea/0",
        "request_id": "r",
        "index": 0,
        "action": action,
        "call": call_message(TYPES, parse_call(action)),
        "decision": 0,
        "module": "action_safe",
        "constraints": [],
        "feedback": "",
        "remedy": [],
        "objects": [],
        "fault": "",
        "unknown_facts": [],
        "final": False,
        "mode": "enforce",
        "enforced": False,
        "decision_time_ns": 0,
        "log": 1,
        "log_entry": 1,
    }
    return TYPES.Verdict(**{**given, **fields})


def entry(found: Entry, at_s: float) -> Any:
    """The GuardTask or GuardEvent message of an entry of a guard's log."""
    return entry_message(TYPES, found, LogPosition(1, 1), int(at_s * S))


def stop(*, stopped: bool, source: str = "service", reason: str = "") -> Any:
    """A StopState message."""
    stamp = time_message(TYPES, 0)
    return TYPES.StopState(stamp=stamp, stopped=stopped, source=source, reason=reason)


def gate_report(at_s: float, *, present: bool, reason: str = "") -> Any:
    """A GateReport message."""
    return TYPES.GateReport(
        stamp=time_message(TYPES, int(at_s * S)),
        action="/robot/execute_skill",
        driver_present=present,
        executing=0,
        event=0,
        goal_id=bytes(16),
        reason=reason,
    )


def status(name: str, level: int, message: str = "", **values: str) -> Any:
    """A DiagnosticStatus message."""
    pairs = [TYPES.KeyValue(key=key, value=value) for key, value in values.items()]
    return TYPES.DiagnosticStatus(
        level=level, name=name, message=message, hardware_id="", values=pairs
    )


def diagnostics(at_s: float, *found: Any) -> Any:
    """A DiagnosticArray message."""
    return TYPES.DiagnosticArray(header=header(TYPES, int(at_s * S)), status=list(found))
