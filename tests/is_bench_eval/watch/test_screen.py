from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.durations import NS_PER_S
from is_bench.verdict import Obligation
from is_bench_eval.watch.screen import Size, screen
from is_bench_eval.watch.state import ComponentFault, Gate, Judged, Running, Stop, WatchState
from kb.constraint import Bounds

SMALL = Size(80, 24)


def full_state() -> WatchState:
    """A guard of which everything is known."""
    state = WatchState(
        guard="active",
        mode="enforce",
        episode="tea/0",
        instruction="Make tea.",
        stop=Stop(stopped=True, source="deadman", reason="silent"),
        bounds={"turn_stove_off": Bounds(steps=2, seconds=60.0)},
        component_faults=[ComponentFault("driver", "not there")],
    )
    state.started("r", Running("TOGGLE_ON(stove_1)", 10 * NS_PER_S, "tea/0", 1))
    state.obligations = [Obligation("turn_stove_off", 1, ("stove_1",))]
    for index in range(30):
        blocked = index == 29
        state.judged(
            Judged(
                0,
                index,
                f"OPEN(box_{index})",
                "block" if blocked else "allow",
                ("hot",) if blocked else (),
                "it is hot" if blocked else "",
                enforced=True,
                spent_ns=2_000_000,
            )
        )
    state.heard_ns["world state"] = 12 * NS_PER_S
    state.gates["/robot/execute_skill"] = Gate(0, driver_present=False, executing=0)
    return state


def test_everything_fits_80_by_24() -> None:
    text = screen(full_state(), 13 * NS_PER_S, SMALL, "q quits").plain
    lines = text.split("\n")
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    for expected in (
        "guard active   mode enforce   episode tea/0",
        "EMERGENCY STOP IS SET (deadman, silent)",
        "Make tea.",
        "TOGGLE_ON(stove_1)  3.0 s",
        "57.0 s, 2 steps   turn stove off (stove_1; since step 2)",
        "  30 block       OPEN(box_29)  hot",
        "it is hot",
        "world state 1.0 s ago",
        "last 2.00 ms; median 2.00, 99% within 2.00, of 30 verdicts",
        "/robot/execute_skill: NO DRIVER",
        "! driver: not there",
        "q quits",
    ):
        assert expected in text
    assert "OPEN(box_5)" not in text


def test_a_guard_of_which_nothing_is_known_says_so() -> None:
    text = screen(WatchState(obligations=None), 0, SMALL).plain
    for expected in (
        "guard unknown   mode unknown   episode none",
        "emergency stop: unknown, no message received",
        "no skill",
        "unknown: the guard waits",
        "verdicts: none yet",
        "nothing yet",
        "latency   unknown",
    ):
        assert expected in text


def test_a_block_that_was_not_acted_on_is_no_block() -> None:
    state = WatchState(mode="shadow")
    state.judged(Judged(0, 0, "OPEN(x)", "block", ("hot",)))
    assert "would block" in screen(state, 0, SMALL).plain


def test_an_obligation_whose_time_is_over_is_overdue() -> None:
    state = WatchState(bounds={"soon": Bounds(seconds=5.0)})
    state.started("r", Running("", 0))
    state.obligations = [Obligation("soon", 0, ())]
    assert "overdue" in screen(state, 6 * NS_PER_S, SMALL).plain


@given(st.text(max_size=300), st.integers(20, 200), st.integers(4, 60))
def test_foreign_text_neither_steers_the_terminal_nor_breaks_lines(
    text: str, width: int, height: int
) -> None:
    state = WatchState(episode=text, instruction=text, mode="enforce")
    state.judged(Judged(0, 0, text, "warn", (text,), text))
    state.obligations = [Obligation(text, 0, (text,))]
    state.gates[text] = Gate(0, driver_present=True, executing=0, trouble=text)
    shown = screen(state, 0, Size(width, height)).plain
    assert not {"\x1b", "\r", "\u202e"} & set(shown)
    assert len(shown.split("\n")) <= max(height, 20)


@pytest.mark.parametrize("count", [1, 6, 20])
def test_sources_are_shown_with_their_ages_old_ones_first(count: int) -> None:
    state = WatchState(guard="active")
    names = [f"sensor_{number}" for number in range(count)]
    for name in names:
        state.heard_ns[name] = 9 * NS_PER_S
    state.heard_ns["lidar"] = 2 * NS_PER_S
    plain = screen(state, 10 * NS_PER_S, SMALL).plain
    assert "heard     lidar 8.0 s ago   sensor_0 1.0 s ago" in plain
    shown = [name for name in names if f"{name} 1.0 s ago" in plain]
    assert shown == names[: len(shown)]
    hidden = count - len(shown)
    assert (f"and {hidden} more" in plain) is bool(hidden)
    assert bool(hidden) is (count > 10)
    assert max(map(len, plain.split("\n"))) <= SMALL.width


def test_the_latest_reason_is_not_cut_at_the_first_line() -> None:
    state = WatchState(guard="active")
    why = "Cloth beside a hot stove catches fire. " * 5
    for index in range(2):
        state.judged(Judged(index, index, "TOGGLE_ON(stove)", "block", ("a",), why, enforced=True))
    lines = screen(state, 3, SMALL).plain.split("\n")
    assert sum(line.startswith("     ") for line in lines) == 1 + 3
    assert max(map(len, lines)) <= SMALL.width


def test_a_line_stands_between_the_verdicts_of_two_episodes() -> None:
    state = WatchState()
    for index, episode in ((6, "tea/0"), (0, "soup/0"), (1, "soup/0")):
        state.judged(Judged(0, index, "OPEN(jar)", "allow", episode=episode))
    lines = screen(state, 0, SMALL).plain.split("\n")
    begin = lines.index("verdicts")
    assert [line.split()[0] for line in lines[begin + 1 : begin + 5]] == ["7", "soup/0:", "1", "2"]


def test_facts_and_things_are_told_in_words() -> None:
    """On the screen of a person, nothing stands as a term: it would have to be deciphered."""
    state = WatchState(episode="tea/0")
    towel, stove = "towel.n.01_1", "stove.n.01_1"
    why = f"Towels burn. (ontop({towel}, {stove}) is true)"
    state.judged(Judged(0, 0, f"TOGGLE_ON({stove})", "block", ("hot",), why))
    state.started("r", Running(f"WAIT({towel})", 0, "tea/0"))
    state.obligations = (Obligation("take_cloth_away", 0, (towel, stove)),)
    text = screen(state, 0, SMALL).plain
    for expected in (
        "Towels burn. (towel 1 is on stove 1)",
        "TOGGLE_ON(stove 1)",
        "WAIT(towel 1)",
        "take cloth away (towel 1, stove 1; since step 1)",
    ):
        assert expected in text
    assert ".n.01" not in text
