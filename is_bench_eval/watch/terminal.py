"""`is-bench watch`: a terminal beside the robot."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.text import Text

from is_bench.durations import NS_PER_S
from is_bench_eval.console.interrupts import uninterrupted
from is_bench_eval.console.text import one_line
from is_bench_eval.errors import NoGuard, RosUnavailable
from is_bench_eval.watch.keys import Keys, single_keys
from is_bench_eval.watch.playback import Playback, open_bag
from is_bench_eval.watch.screen import Size, screen
from is_bench_eval.watch.state import UNKNOWN, WatchState
from is_bench_eval.watch.time_bounds import library_bounds

OK = 0
FRAME_S = 0.1
LONGEST_PAUSE_NS = 2 * NS_PER_S
"""Between messages of a bag; longer pauses are cut."""
ONCE_S, SETTLE_S = 5.0, 1.0
"""How long a live guard is waited for before its one screen, and listened to then."""
LIVE_KEYS, BAG_KEYS = "q quits", "q quits   space pauses   n next verdict"


def watch_command(arguments: argparse.Namespace) -> int:
    """Show a guard until q, Ctrl-C or, of a bag, the end was seen; returns the exit code.

    Raises InputError for a bag that cannot be read, RosUnavailable without ROS, NoGuard if one
    screen was asked for and no guard answered.
    """
    console = Console(highlight=False)
    once = arguments.once or not console.is_terminal
    if arguments.bag is not None:
        _watch_bag(arguments, console, once=once)
        return OK
    is_known = _watch_live(arguments.namespace, console, once=once)
    if once and not is_known:
        raise NoGuard(ONCE_S)
    return OK


def _watch_bag(arguments: argparse.Namespace, console: Console, *, once: bool) -> None:
    state = WatchState(bounds=library_bounds())
    errors = Console(stderr=True)
    with errors.status("reading the bag"):
        playback = Playback(open_bag(arguments.bag, arguments.namespace), state)
        playback.prepare()
    for notice in playback.notices:
        errors.print(f"{arguments.bag}: {one_line(notice)}", markup=False, soft_wrap=True)
    if once:
        last_ns = playback.finish()
        console.print(screen(state, last_ns, _size(console), playback.place))
        return
    with _shown(console) as show, single_keys() as keys:
        _play(playback, state, arguments.speed, show, keys)


Show = Callable[[WatchState, int, str], None]


def _play(playback: Playback, state: WatchState, speed: float, show: Show, keys: Keys) -> None:
    """Lead a bag on by the wall clock, and by keys, until q."""
    now_ns, paused, before = playback.next_ns or 0, False, time.monotonic_ns()
    while True:
        standing = "the end" if playback.is_over else "paused" if paused else f"{speed:g}x"
        damaged = "   damaged bag" if playback.notices else ""
        show(state, now_ns, f"{playback.place}{damaged}   {standing}   {BAG_KEYS}")
        key = keys(FRAME_S)
        if key == "q":
            return
        clock = time.monotonic_ns()
        if not paused and not playback.is_over:
            now_ns += int((clock - before) * speed)
        if key == " ":
            paused = not paused
        elif key == "n" and not playback.is_over:
            now_ns, paused = playback.step_to_verdict(), True
        now_ns = _catch_up(playback, now_ns)
        before = max(clock, time.monotonic_ns() - int(FRAME_S * NS_PER_S))  # no leap after a halt


def _catch_up(playback: Playback, now_ns: int) -> int:
    """Tell what was told until `now_ns`; the time, which leaps over a long pause."""
    while playback.next_ns is not None and playback.next_ns <= now_ns:
        playback.step()
    coming = playback.next_ns
    if coming is not None and coming - now_ns > LONGEST_PAUSE_NS:
        return coming - LONGEST_PAUSE_NS
    return now_ns


def _watch_live(namespace: str, console: Console, *, once: bool) -> bool:
    """Show the live guard; whether it has answered."""
    try:
        from is_bench_eval.watch.ros.live import LiveGuard
    except ImportError as error:
        raise RosUnavailable("watching a live guard", error, "--bag BAG needs no ROS") from None
    state = WatchState(bounds=library_bounds())
    with uninterrupted():
        guard = LiveGuard(state, namespace)
    try:
        if once:
            _spin_for(guard, ONCE_S, lambda: state.guard != UNKNOWN)
            _spin_for(guard, SETTLE_S)
            console.print(screen(state, guard.now_ns, _size(console)))
            return state.guard != UNKNOWN
        with _shown(console) as show, single_keys() as keys:
            while keys(0.0) != "q":
                _spin_for(guard, FRAME_S)
                show(state, guard.now_ns, LIVE_KEYS)
        return state.guard != UNKNOWN
    finally:
        with uninterrupted():
            guard.close()


def _spin_for(
    guard: Callable[[float], None], seconds: float, enough: Callable[[], bool] = lambda: False
) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and not enough():
        with uninterrupted():
            guard(min(left, FRAME_S))


@contextmanager
def _shown(console: Console) -> Iterator[Show]:
    """The whole terminal, which looks as before afterwards."""
    with Live(Text(""), console=console, screen=True, auto_refresh=False) as live:

        def show(state: WatchState, now_ns: int, foot: str) -> None:
            live.update(screen(state, now_ns, _size(console), foot), refresh=True)

        yield show


def _size(console: Console) -> Size:
    return Size(console.width, console.height)
