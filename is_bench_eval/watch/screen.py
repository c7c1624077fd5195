"""A spectator's screen, as lines that fit a terminal: 80 by 24 suffices."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from is_bench_eval.console.visible import one_line
from is_bench_eval.watch.state import NS_PER_S, Due, Judged, WatchState

STYLES = {"allow": "green", "warn": "yellow", "block": "bold red"}
OLD_NS = 2 * NS_PER_S
"""A source that was heard longer ago is marked; the guard itself knows its own limits."""
MOST_DUE = 5
SHORTEST = 12
"""Lines of a screen, at least."""


@dataclass(frozen=True)
class Size:
    """Of a terminal, in characters."""

    width: int
    height: int


def screen(state: WatchState, now_ns: int, size: Size, foot: str = "") -> Text:
    """Everything that is known at `now_ns`; as many verdicts as there is room for.

    With a `foot` it is as high as the terminal, so that nothing jumps.
    """
    above = [
        _title(state),
        _stop(state),
        _line("task", one_line(state.instruction) or "none"),
        *_running(state, now_ns),
        *_obligations(state, now_ns),
    ]
    below = [*_health(state, now_ns), *([Text(foot, style="dim")] if foot else [])]
    room = max(max(size.height, SHORTEST) - len(above) - len(below) - 1, 2)
    verdicts = _verdicts(state, room)
    blank = [Text() for _ in range(room - len(verdicts))] if foot else []
    lines = [*above, *verdicts, *blank, *below]
    for line in lines:
        line.truncate(size.width, overflow="ellipsis")
    return Text("\n").join(lines)


def _title(state: WatchState) -> Text:
    mode = state.mode or "unknown"
    style = "bold green" if mode == "enforce" else "bold yellow"
    guard_style = "bold green" if state.guard in {"active", "recorded"} else "bold red"
    episode = f"{one_line(state.episode) or 'none'}{' (over)' * state.over}"
    return Text.assemble(
        "guard ", (state.guard, guard_style), "   mode ", (mode, style), f"   episode {episode}"
    )


def _stop(state: WatchState) -> Text:
    if state.stop is None:
        return Text("emergency stop: nobody has told of it", style="dim")
    if not state.stop.stopped:
        return Text("emergency stop: not set")
    why = ", ".join(filter(None, (state.stop.source, state.stop.reason)))
    return Text(f" EMERGENCY STOP IS SET ({one_line(why)}) ", style="bold white on red")


def _running(state: WatchState, now_ns: int) -> list[Text]:
    if not state.running:
        return [_line("running", "no skill")]
    return [
        Text.assemble(
            (f"{'running':<10}", "dim"),
            (one_line(item.subject), "bold"),
            f"  {_seconds(max(0, now_ns - item.since_ns))}",
        )
        for item in state.running.values()
    ]


def _obligations(state: WatchState, now_ns: int) -> list[Text]:
    if state.obligations is None:
        return [_line("due", "unknown: the guard waits for a state of the world")]
    dues = state.dues(now_ns)
    if not dues:
        return [_line("due", "nothing")]
    lines = [_obligation(due) for due in dues[:MOST_DUE]]
    if hidden := len(dues) - MOST_DUE:
        lines += [_line("", f"and {hidden} more")] if hidden > 0 else []
    return lines


def _obligation(due: Due) -> Text:
    left, item = _left(due), due.obligation
    late = (due.ns_left is not None and due.ns_left <= 0) or due.steps_left == 0
    things = one_line(", ".join(item.objects))
    return Text.assemble(
        (f"{'due':<10}", "dim"),
        (f"{left:<18}", "bold red" if late else "yellow"),
        f"{one_line(item.constraint)} ",
        (f"({things}; since step {item.since + 1})", "dim"),
    )


def _left(due: Due) -> str:
    parts = []
    if due.ns_left is not None:
        parts.append(_seconds(due.ns_left) if due.ns_left > 0 else "overdue")
    if due.steps_left is not None:
        parts.append(f"{due.steps_left} step{'s' * (due.steps_left != 1)}")
    return ", ".join(parts) or "before the end"


def _verdicts(state: WatchState, room: int) -> list[Text]:
    """The latest ones at the bottom; a reason takes a line of its own."""
    lines: list[Text] = []
    for verdict in reversed(state.verdicts):
        told = _verdict(verdict)
        if len(lines) + len(told) > room - 1:
            break
        lines = told + lines
    head = Text("verdicts" if state.verdicts else "verdicts: none yet", style="bold underline")
    return [head, *lines]


def _verdict(verdict: Judged) -> list[Text]:
    decision = verdict.decision
    if decision == "block" and not verdict.enforced:
        decision = "would block"
    step = "" if verdict.subject == "task" else str(verdict.index + 1)
    head = Text.assemble(
        (f"{step:>4} ", "dim"),
        (f"{decision:<12}", STYLES.get(verdict.decision, "bold")),
        one_line(verdict.subject),
        (f"  {one_line(', '.join(verdict.constraints))}", "dim"),
    )
    why = one_line(verdict.feedback)
    return [head, Text(f"     {why}", style="dim")] if why else [head]


def _health(state: WatchState, now_ns: int) -> list[Text]:
    lines = [_sources(state, now_ns), _latency(state)]
    lines += [
        _gate_line(name, present=gate.driver_present, executing=gate.executing, why=gate.trouble)
        for name, gate in state.gates.items()
    ]
    lines += [
        Text(f"! {one_line(complaint.part)}: {one_line(complaint.message)}", style="yellow")
        for complaint in state.complaints
    ]
    return lines


def _sources(state: WatchState, now_ns: int) -> Text:
    found = Text(f"{'heard':<10}", style="dim")
    if not state.heard_ns:
        return found + Text("nothing yet", style="yellow")
    for name in state.heard_ns:
        age_ns = state.age_ns(name, now_ns) or 0
        style = "yellow" if age_ns > OLD_NS else ""
        found.append(f"{one_line(name)} {_seconds(age_ns)} ago   ", style=style)
    return found


def _latency(state: WatchState) -> Text:
    median, most = state.latency_ms(50), state.latency_ms(99)
    if median is None or most is None:
        return _line("latency", "unknown")
    last = state.spent_ns[-1] / 1e6
    count = len(state.spent_ns)
    text = f"last {last:.2f} ms, median {median:.2f}, p99 {most:.2f}, of {count} verdicts"
    return _line("latency", text)


def _gate_line(name: str, *, present: bool, executing: int, why: str) -> Text:
    state = "driver is there" if present else "NO DRIVER"
    told = f"{one_line(name)}: {state}, {executing} executing"
    style = "" if present else "bold red"
    line = Text.assemble((f"{'gate':<10}", "dim"), (told, style))
    return line + Text(f"; last: {one_line(why)}", style="yellow") if why else line


def _line(name: str, text: str) -> Text:
    return Text.assemble((f"{name:<10}", "dim"), text)


def _seconds(nanoseconds: int) -> str:
    seconds = nanoseconds / NS_PER_S
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
