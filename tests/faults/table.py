"""The table of faults for the documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.faults.running import Outcome

HEAD = """\
# Faults

What is done to a guarded robot in the tests, and what must hold. Each fault is done between two
positive controls: the same goal passes before the fault, and again when it is gone. The robot, the
guard and the planner are real nodes that talk over DDS.

This page is made by `make faults`. `make test` samples the cases; `make soak` runs all of them, and
random sequences of at least 1,000 faults. "Time to safe" is the longest time from the fault to the
cancel that reached the robot, all nodes in one process; a guard that dies, hangs or is busy is a
process of its own. An intruder counts from the moment its node is made: discovery is included. With
the driver gate, the test sends the guard's heartbeats, permits, goals and requests; its times
include the 200 ms after which a heartbeat is missed, and the 400 ms after which a driver that does
not answer counts as gone.

"Past the guard" is a control, measured in turns with the stop of a busy guard: the same cancel,
which the operator sends to the robot. Middleware and machine take that time without a guard, too.
There, robot and operator have the priority of the emergency stop's process, and the guard that of
its service (`deploy/is_bench_guard.service`), where the system allows it. Each of these figures is
the longest of five in a round.
"""
HEADS = ["fault", "what must hold", "held", "time to safe [ms]"]
CONTROL = "past the guard [ms]"


def table(outcomes: Iterable[Outcome]) -> str:
    """The page, by what the faults came to."""
    listed = list(outcomes)
    lines = [HEAD]
    for kind in dict.fromkeys(outcome.case.kind for outcome in listed):
        of_kind = [outcome for outcome in listed if outcome.case.kind == kind]
        lines += ["", f"## {kind[0].upper()}{kind[1:]}", ""]
        controlled = any(outcome.bare is not None for outcome in of_kind)
        heads = [*HEADS, CONTROL] if controlled else HEADS
        lines += [_line(heads), "|---" * len(heads) + "|"]
        lines += [_line(_row(group)[: len(heads)]) for group in _by_case(of_kind)]
        times = [outcome.seconds for outcome in of_kind if outcome.seconds is not None]
        if times:
            lines += ["", f"Worst time to safe of this class: {max(times) * 1e3:.0f} ms."]
    return "\n".join(lines) + "\n"


def _by_case(outcomes: Sequence[Outcome]) -> Iterable[list[Outcome]]:
    for case in dict.fromkeys(outcome.case for outcome in outcomes):
        yield [outcome for outcome in outcomes if outcome.case == case]


def _row(outcomes: Sequence[Outcome]) -> list[str]:
    case = outcomes[0].case
    held = sum(not outcome.problem for outcome in outcomes)
    worst = _longest(outcome.seconds for outcome in outcomes)
    control = _longest(outcome.bare for outcome in outcomes)
    return [case.name, case.holds, f"{held} of {len(outcomes)}", worst, control]


def _longest(times: Iterable[float | None]) -> str:
    found = [seconds for seconds in times if seconds is not None]
    return f"{max(found) * 1e3:.0f}" if found else ""


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
