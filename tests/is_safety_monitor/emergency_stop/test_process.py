"""The pipes between a guard and the process of its emergency stop."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from is_safety_monitor.emergency_stop.process import StopProcess
from is_safety_monitor.emergency_stop.stop_status import (
    Source,
    StopMessage,
    StopStatus,
    stopped_by,
    to_line,
)

SET = stopped_by(Source.TOPIC, "pressed", 7)
ANSWERING = f"""
import os, sys
from is_safety_monitor.emergency_stop.stop_status import Source, StopMessage, StopStatus, to_line
while os.read(0, 100):
    os.write(1, to_line(StopMessage(StopStatus())) + to_line(StopMessage({SET!r})))
""".replace("<Source.TOPIC: 'topic'>", "Source.TOPIC")

Start = Callable[[str], StopProcess]


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[StopProcess] = []

    def run(program: str) -> StopProcess:
        started.append(StopProcess([sys.executable, "-c", program], os.environ))
        return started[-1]

    yield run
    for process in started:
        process.close(0.0)


def test_the_last_word_counts(start: Start) -> None:
    process = start(ANSWERING)
    assert process.read() is None
    process.pulse()
    process.wait(20.0)
    assert process.read() == StopMessage(SET)
    assert process.read() is None
    assert not process.has_ended


def test_words_that_come_in_pieces_are_put_together(start: Start) -> None:
    word = StopMessage(StopStatus(since_ns=5), ("/robot/skill",))
    program = "import os\nfor b in {!r}: os.write(1, bytes([b]))\nos.read(0, 1)"
    process = start(program.format(to_line(word)))
    found = None
    end = time.monotonic() + 20
    while found is None and time.monotonic() < end:
        process.wait(1.0)
        found = process.read()
    assert found == word


def test_its_end_is_noticed(start: Start) -> None:
    process = start("")
    process.wait(20.0)
    assert process.read() is None
    assert process.has_ended
    process.pulse()


def test_a_process_that_reads_nothing_holds_nobody_up(start: Start) -> None:
    process = start("import time; time.sleep(60)")
    begun = time.monotonic()
    for _ in range(70_000):  # more than a pipe holds
        process.pulse()
    assert time.monotonic() - begun < 10
    process.close(0.0)
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)
