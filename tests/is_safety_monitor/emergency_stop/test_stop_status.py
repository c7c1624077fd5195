"""A standing survives being written, and what is not understood never counts as free."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.errors import InputError
from is_safety_monitor.emergency_stop.stop_status import (
    MOST_REASON,
    MOST_UNSEEN,
    Source,
    StopMessage,
    StopStatus,
    from_line,
    from_text,
    restored,
    stopped_by,
    to_line,
    to_text,
)

PIPE_BUF = 4096
"""Bytes that a pipe takes whole or not at all (pipe(7))."""

standings = st.one_of(
    st.builds(StopStatus, since_ns=st.integers(0, 2**63)),
    st.builds(
        stopped_by,
        st.sampled_from(Source),
        st.text(max_size=2 * MOST_REASON),
        st.integers(0, 2**63),
        latched=st.booleans(),
    ),
)


names = st.lists(st.from_regex(r"/[a-z_/]{1,254}", fullmatch=True), max_size=5)


@given(standings, names)
def test_what_is_written_is_read_again(standing: StopStatus, unseen: list[str]) -> None:
    word = StopMessage(standing, tuple(unseen[:MOST_UNSEEN]))
    assert from_line(to_line(StopMessage(standing, tuple(unseen)))) == word
    assert from_text(to_text(standing), "latch") == standing


@given(st.characters(categories=["So", "Lu"]), names)
def test_a_line_goes_through_a_pipe_at_once(letter: str, unseen: list[str]) -> None:
    longest = stopped_by(Source.SERVICE, letter * 1000, 2**63)
    line = to_line(StopMessage(longest, tuple(name.ljust(255, "x") for name in unseen)))
    assert len(line) <= PIPE_BUF
    assert line.count(b"\n") == 1


SET = json.loads(to_text(stopped_by(Source.TOPIC, "pressed", 7)))


@pytest.mark.parametrize(
    "told",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        {**SET, "format": 2},
        {**SET, "stopped": 1},
        {**SET, "stopped": False},
        {**SET, "source": None},
        {**SET, "source": "ghost"},
        {**SET, "source": ["topic"]},
        {**SET, "since_ns": True},
        {**SET, "more": 1},
        {name: value for name, value in SET.items() if name != "stopped"},
    ],
)
def test_what_is_not_understood_is_no_standing(told: object) -> None:
    text = told if isinstance(told, str) else json.dumps(told)
    with pytest.raises(InputError, match="latch"):
        from_text(text, "latch.json")


@given(st.binary(max_size=300))
def test_noise_is_no_standing(noise: bytes) -> None:
    with pytest.raises(InputError):
        from_line(noise)


def test_after_a_restart_a_stop_says_who_set_it() -> None:
    found = restored(stopped_by(Source.TOPIC, "pressed", 7))
    assert (found.stopped, found.latched, found.source) == (True, True, Source.LATCH)
    assert found.reason == "set before the restart (topic): pressed"
    assert restored(StopStatus(since_ns=3)) == StopStatus(since_ns=3)
