"""A spectator's screen, as lines that fit a terminal: 80 by 24 suffices."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from rich.text import Text

from is_bench.durations import NS_PER_S
from is_bench_eval.console.text import one_line
from is_bench_eval.console.wording import constraint_words, readable
from is_bench_eval.watch.state import Due, Judged, WatchState

STYLES = {"allow": "green", "warn": "yellow", "block": "bold red"}
OLD_NS = 2 * NS_PER_S
"""A source that was heard longer ago is marked; the guard itself knows its own limits."""
MOST_DUE = 5
MOST_OF_SOURCES, MOST_OF_A_REASON = 3, 3
"""Lines of the ages of sources, and of the reason of the latest verdict."""
LABEL = 10
"""Characters of what stands before a line."""
_MORE = "   and 99 more"
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
    below = [*_health(state, now_ns, size.width), *([Text(foot, style="dim")] if foot else [])]
    room = max(max(size.height, SHORTEST) - len(above) - len(below) - 1, 2)
    verdicts = _verdicts(state, room, size.width)
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
        return Text("emergency stop: unknown, no message received", style="dim")
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
            (one_line(readable(item.subject)), "bold"),
            f"  {_seconds(max(0, now_ns - item.since_ns))}",
        )
        for item in state.running.values()
    ]


def _obligations(state: WatchState, now_ns: int) -> list[Text]:
    if state.obligations is None:
        return [_line("due", "unknown: the guard waits for a world state")]
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
    things = one_line(readable(", ".join(item.objects)))
    return Text.assemble(
        (f"{'due':<10}", "dim"),
        (f"{left:<18}", "bold red" if late else "yellow"),
        f"{one_line(constraint_words(item.constraint))} ",
        (f"({things}; since step {item.since + 1})", "dim"),
    )


def _left(due: Due) -> str:
    parts = []
    if due.ns_left is not None:
        parts.append(_seconds(due.ns_left) if due.ns_left > 0 else "overdue")
    if due.steps_left is not None:
        parts.append(f"{due.steps_left} step{'s' * (due.steps_left != 1)}")
    return ", ".join(parts) or "before the end"


def _verdicts(state: WatchState, room: int, width: int) -> list[Text]:
    """The latest ones at the bottom; a reason takes a line of its own, the latest one more.

    Steps count from 1 in each episode, so a line stands between two episodes.
    """
    lines: list[Text] = []
    below = ""
    for verdict in reversed(state.verdicts):
        most = 1 if lines else MOST_OF_A_REASON
        why = state.wording.prose(verdict.feedback)
        entry = [_verdict(verdict), *_reason(why, width, most)]
        if lines and verdict.episode != below:
            entry.append(Text(f"     {one_line(below)}:", style="dim italic"))
        if len(lines) + len(entry) > room - 1:
            break
        lines, below = entry + lines, verdict.episode
    head = Text("verdicts" if state.verdicts else "verdicts: none yet", style="bold underline")
    return [head, *lines]


def _verdict(verdict: Judged) -> Text:
    decision = verdict.decision
    if decision == "block" and not verdict.enforced:
        decision = "would block"
    step = "" if verdict.subject == "task" else str(verdict.index + 1)
    return Text.assemble(
        (f"{step:>4} ", "dim"),
        (f"{decision:<12}", STYLES.get(verdict.decision, "bold")),
        one_line(readable(verdict.subject)),
        (f"  {one_line(', '.join(verdict.constraints))}", "dim"),
    )


def _reason(feedback: str, width: int, most: int) -> list[Text]:
    """Why, in at most so many lines; the last of them is cut."""
    lines = wrap(one_line(feedback), max(width - 5, 20))
    shown = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [Text(f"     {line}", style="dim") for line in shown if line]


def _health(state: WatchState, now_ns: int, width: int) -> list[Text]:
    lines = [*_sources(state, now_ns, width), _latency(state)]
    lines += [
        _gate_line(name, present=gate.driver_present, executing=gate.executing, why=gate.trouble)
        for name, gate in state.gates.items()
    ]
    lines += [
        Text(f"! {one_line(fault.part)}: {one_line(readable(fault.message))}", style="yellow")
        for fault in state.component_faults
    ]
    return lines


def _sources(state: WatchState, now_ns: int, width: int) -> list[Text]:
    """How old everything is that was heard; old ones first, the rest in a lasting order."""
    if not state.heard_ns:
        return [_line("heard", "") + Text("nothing yet", style="yellow")]
    ages = {name: state.age_ns(name, now_ns) or 0 for name in state.heard_ns}
    lines, hidden = [_line("heard", "")], 0
    for name, age_ns in sorted(ages.items(), key=lambda item: item[1] <= OLD_NS):
        entry = f"{one_line(name)} {_seconds(age_ns)} ago"
        kept_free = len(_MORE) if len(lines) == MOST_OF_SOURCES else 0
        room = width - len(lines[-1]) - kept_free
        if hidden or (len(entry) > room and len(lines[-1]) > LABEL):
            hidden += len(lines) == MOST_OF_SOURCES
            lines += [] if hidden else [_line("", "")]
        if not hidden:
            lines[-1].append(entry, style="yellow" if age_ns > OLD_NS else "").append("   ")
    if hidden:
        lines[-1].append(f"and {hidden} more")
    return lines


def _latency(state: WatchState) -> Text:
    median, most = state.latency_ms(50), state.latency_ms(99)
    if median is None or most is None:
        return _line("latency", "unknown")
    last = state.spent_ns[-1] / 1e6
    count = len(state.spent_ns)
    text = f"last {last:.2f} ms; median {median:.2f}, 99% within {most:.2f}, of {count} verdicts"
    return _line("latency", text)


def _gate_line(name: str, *, present: bool, executing: int, why: str) -> Text:
    state = "driver present" if present else "NO DRIVER"
    activity = f"{one_line(name)}: {state}, {executing} executing"
    style = "" if present else "bold red"
    line = Text.assemble((f"{'gate':<10}", "dim"), (activity, style))
    return line + Text(f"; last: {one_line(readable(why))}", style="yellow") if why else line


def _line(name: str, text: str) -> Text:
    return Text.assemble((f"{name:<{LABEL}}", "dim"), text)


def _seconds(nanoseconds: int) -> str:
    seconds = nanoseconds / NS_PER_S
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
