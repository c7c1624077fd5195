"""Ctrl-C that waits for a good moment, once."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from is_bench_eval.console.interrupts import (
    check_interrupt,
    deferred_interrupts,
    noted_interrupts,
    unheard_by_children,
    uninterrupted,
)


@pytest.fixture(autouse=True)
def _heard() -> Iterator[None]:
    """Ctrl-C is heard, also where the tests run in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_the_first_is_noted_and_the_second_counts() -> None:
    with deferred_interrupts() as wished:
        assert not wished()
        signal.raise_signal(signal.SIGINT)
        assert wished()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_afterwards_all_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with deferred_interrupts():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_elsewhere_than_in_the_main_thread_nothing_is_changed() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def look() -> None:
        with deferred_interrupts() as wished:
            seen.extend([wished(), signal.getsignal(signal.SIGINT)])

    thread = Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [False, before]


def interrupt(then: Callable[[], object]) -> None:
    """Ctrl-C in the middle of what must not be cut short."""
    with uninterrupted(), uninterrupted():
        signal.raise_signal(signal.SIGINT)
        then()


def test_what_must_not_be_cut_short_ends_before_it_counts() -> None:
    done: list[str] = []
    with noted_interrupts() as is_noted:
        with pytest.raises(KeyboardInterrupt):
            interrupt(lambda: done.append("whole"))
        assert is_noted()
    assert done == ["whole"]


def test_what_goes_wrong_meanwhile_does_not_hide_it() -> None:
    def fails() -> None:
        raise ImportError("numpy.core.multiarray failed to import")

    with noted_interrupts(), pytest.raises(KeyboardInterrupt):
        interrupt(fails)


def test_one_that_was_swallowed_is_raised_again() -> None:
    with noted_interrupts():
        check_interrupt()
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            check_interrupt()
    check_interrupt()


def test_children_do_not_hear_it() -> None:
    wait = "import sys; print('here', flush=True); sys.stdin.read(); print('whole')"
    with unheard_by_children():
        child = subprocess.Popen(
            [sys.executable, "-c", wait], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
    assert child.stdout is not None
    assert child.stdout.readline() == "here\n"
    child.send_signal(signal.SIGINT)
    printed, _ = child.communicate(timeout=30)
    assert (child.returncode, printed) == (0, "whole\n")
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


FIRST_CHILD = """
import signal, time
from multiprocessing import get_context
from pathlib import Path
from is_bench_eval.console.interrupts import unheard_by_children
if __name__ == "__main__":
    with unheard_by_children():
        child = get_context("spawn").Process(target=time.sleep, args=(60,), daemon=True)
        child.start()
    status = Path(f"/proc/{child.pid}/status").read_text()
    mask = int(status.partition("SigBlk:")[2].split()[0], 16)
    child.kill()
    print(bool(mask >> (signal.SIGINT - 1) & 1))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_the_first_worker_of_a_program_does_not_hear_it_either() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_CHILD], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "True\n"


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_which_signal_it_was_is_told(by: signal.Signals) -> None:
    with noted_interrupts() as stopped_by:
        assert stopped_by() == 0
        with deferred_interrupts() as wished:
            signal.raise_signal(by)
            assert wished()
        assert stopped_by() == by
