from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_safety_monitor.gate.permits import (
    LONGEST_NS,
    MOST_USED,
    MOST_WAITING,
    Permit,
    PermitLedger,
)
from is_safety_monitor.gate.settings import MOST_NAME

SECOND = 1_000_000_000
PERMIT = Permit("run_1", "/robot/execute_skill", b"goal", b"digest", 2 * SECOND)


def test_a_permit_lets_its_goal_pass_once() -> None:
    ledger = PermitLedger()
    ledger.register(PERMIT, 0)
    assert ledger.redeem(PERMIT, SECOND) == ""
    assert ledger.redeem(PERMIT, SECOND) == "its permit was used before"


def test_a_permit_that_comes_again_after_use_does_not_count() -> None:
    ledger = PermitLedger()
    ledger.register(PERMIT, 0)
    ledger.redeem(PERMIT, 0)
    ledger.register(PERMIT, 10 * SECOND)
    assert ledger.redeem(PERMIT, 10 * SECOND) == "its permit was used before"


@pytest.mark.parametrize(("guard_s", "why"), [(12, ""), (13, "is 3.0 s old"), (0, "")])
def test_a_permit_that_was_long_on_its_way_is_old(guard_s: int, why: str) -> None:
    ledger = PermitLedger()
    ledger.register(replace(PERMIT, stamp_ns=10 * SECOND), 0)
    problem = ledger.redeem(PERMIT, 0, guard_s * SECOND)
    assert why in problem if why else not problem


def test_without_a_permit_no_goal_passes() -> None:
    assert PermitLedger().redeem(PERMIT, 0) == "no permit was issued for it"


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (replace(PERMIT, digest=b"other"), "its content differs"),
        (replace(PERMIT, action="/other"), "is for /robot/execute_skill, not for /other"),
        (replace(PERMIT, guard="run_2"), "issued by another guard process"),
    ],
)
def test_a_permit_fits_its_goal_alone_and_is_used_up_by_trying(asked: Permit, why: str) -> None:
    ledger = PermitLedger()
    ledger.register(PERMIT, 0)
    assert why in ledger.redeem(asked, 0)
    assert ledger.redeem(PERMIT, 0) == "its permit was used before"


def test_a_permit_is_valid_to_its_last_nanosecond() -> None:
    for late, passes in ((0, True), (1, False)):
        ledger = PermitLedger()
        ledger.register(PERMIT, 5)
        assert (ledger.redeem(PERMIT, 5 + 2 * SECOND + late) == "") is passes


def test_no_permit_is_valid_longer_than_the_gate_allows() -> None:
    ledger = PermitLedger()
    ledger.register(replace(PERMIT, valid_ns=3600 * SECOND), 0)
    assert "valid for 5 s" in ledger.redeem(PERMIT, LONGEST_NS + 1)


def test_a_second_permit_does_not_replace_a_valid_one() -> None:
    ledger = PermitLedger()
    ledger.register(PERMIT, 0)
    ledger.register(replace(PERMIT, digest=b"other"), 0)
    assert ledger.redeem(PERMIT, 0) == ""


def test_a_permit_may_be_renewed_after_its_time() -> None:
    ledger = PermitLedger()
    ledger.register(PERMIT, 0)
    ledger.register(PERMIT, 3 * SECOND)
    assert ledger.redeem(PERMIT, 4 * SECOND) == ""


def test_a_flood_of_permits_is_bounded_and_the_newest_stay() -> None:
    ledger = PermitLedger()
    permits = [replace(PERMIT, goal_id=str(n).encode()) for n in range(MOST_WAITING + 1)]
    for permit in permits:
        ledger.register(permit, 0)
    assert not ledger.has(permits[0])
    assert ledger.redeem(permits[-1], 0) == ""


def test_a_permit_with_an_endless_name_is_none() -> None:
    ledger, name = PermitLedger(), "x" * MOST_NAME
    for endless in (replace(PERMIT, guard=name + "x"), replace(PERMIT, action=name + "x")):
        ledger.register(endless, 0)
        assert not ledger.has(PERMIT)
    longest = replace(PERMIT, guard=name, action=name)
    ledger.register(longest, 0)
    assert ledger.redeem(longest, 0) == ""


REQUEST = replace(PERMIT, goal_id=b"")
"""What a request claims: it has no id."""


def test_a_request_redeems_each_permit_for_its_content_once() -> None:
    ledger = PermitLedger()
    for key in (b"1", b"2"):
        ledger.register(replace(PERMIT, goal_id=key), 0)
    assert ledger.has(REQUEST)
    assert [ledger.redeem(REQUEST, 0) for _ in range(3)] == ["", "", "no permit was issued for it"]
    ledger.register(replace(PERMIT, goal_id=b"1"), 0)
    assert not ledger.has(REQUEST)


def test_a_request_of_another_service_does_not_touch_a_permit() -> None:
    ledger = PermitLedger()
    ledger.register(PERMIT, 0)
    other = replace(REQUEST, action="/other")
    assert ledger.redeem(other, 0) == "no permit was issued for it"
    assert ledger.redeem(REQUEST, 0) == ""


def test_a_request_of_another_content_waits_for_its_permit_and_then_uses_the_other_up() -> None:
    ledger = PermitLedger()
    ledger.register(PERMIT, 0)
    altered = replace(REQUEST, digest=b"other")
    assert not ledger.has(altered)
    assert "its content differs" in ledger.redeem(altered, 0)
    assert ledger.redeem(REQUEST, 0) == "no permit was issued for it"


def test_a_request_redeems_no_permit_that_has_run_out_or_is_of_another_guard() -> None:
    ledger = PermitLedger()
    ledger.register(PERMIT, 0)
    assert "was valid for 2 s" in ledger.redeem(REQUEST, 3 * SECOND)
    ledger.register(replace(PERMIT, goal_id=b"2"), 3 * SECOND)
    assert "another guard" in ledger.redeem(replace(REQUEST, guard="run_2"), 3 * SECOND)


def test_a_request_prefers_the_permit_that_has_not_run_out() -> None:
    ledger = PermitLedger()
    for number in range(2):
        ledger.register(replace(PERMIT, goal_id=bytes([number])), number * 3 * SECOND)
    assert ledger.redeem(REQUEST, 3 * SECOND) == ""


def test_used_permits_are_remembered_within_bounds() -> None:
    ledger = PermitLedger()
    for number in range(MOST_USED + 10):
        permit = replace(PERMIT, goal_id=str(number).encode())
        ledger.register(permit, 0)
        assert ledger.redeem(permit, 0) == ""
    assert len(ledger._used) == MOST_USED


IDS = st.sampled_from([b"a", b"b", b"c"])
EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["register", "redeem"]),
        IDS,
        st.sampled_from([b"x", b"y"]),
        st.integers(0, SECOND),
    ),
    max_size=40,
)


@given(EVENTS, st.integers(0, 2 * SECOND))
def test_a_goal_passes_at_most_once_in_time_and_with_its_digest(
    events: list[tuple[str, bytes, bytes, int]], valid_ns: int
) -> None:
    ledger, now = PermitLedger(), 0
    given_at: dict[tuple[bytes, bytes], list[int]] = {}
    passed: set[bytes] = set()
    for what, goal_id, digest, later in events:
        now += later
        permit = Permit("run", "/robot", goal_id, digest, valid_ns)
        if what == "register":
            ledger.register(permit, now)
            given_at.setdefault((goal_id, digest), []).append(now)
        elif ledger.redeem(permit, now) == "":
            assert goal_id not in passed
            assert any(now - at <= valid_ns for at in given_at[goal_id, digest])
            passed.add(goal_id)
