"""The table of faults for the documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.faults.running import Outcome

HEAD = """\
# Faults

The faults that the tests inject into a guarded robot, and what must hold afterwards. Each fault is
injected between two positive controls: the same goal passes before the fault, and again when the
fault is gone. The robot, the guard and the planner are real nodes that talk over DDS.

`make faults` writes this page. `make test` samples the cases; `make soak` runs all of them, and
random sequences of at least 1,000 faults.

"Time to safe" is the longest time from the fault until the cancel reached the robot. All nodes run
in one process, except a guard that dies, hangs or is busy, which has its own process. The time of
an unexpected node starts when the node is made, so it includes discovery. With the driver gate, the
test sends the guard's heartbeats, permits, goals and requests. These times include the 200 ms after
which a heartbeat is missed, and the 400 ms after which a driver that does not answer counts as
gone.

"Past the guard" is a control: the operator sends the same cancel to the robot directly. It shows
the time that middleware and machine take without a guard. The control alternates with the stop of
the busy guard. Where the system allows it, robot and operator have the priority of the emergency
stop's process, and the guard that of its service (`deploy/is_bench_guard.service`). Each of these
figures is the longest of five in a round.
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
