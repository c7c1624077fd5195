"""From findings to one verdict."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from is_bench.facts import atom
from is_bench.verdict import Decision, GuardStage, ResponsibleParty, Verdict
from is_safety_monitor.core.knowledge import Finding
from is_safety_monitor.core.verdicts import own_verdict, verdict_of, with_remedy
from tests.is_safety_monitor.core.guards import calls

(STEP,) = calls("OPEN(oven.n.01_1)")
CLOSE_X, OPEN_X, OPEN_Y = calls("CLOSE(x)", "OPEN(x)", "OPEN(y)")
HOT, OPEN = atom("hot", "oven.n.01_1"), atom("open", "oven.n.01_1")


def finding(name: str, decision: Decision = Decision.BLOCK, **more: object) -> Finding:
    return Finding(name, decision, GuardStage.ACTION_SAFE, f"{name}!", **more)  # type: ignore[arg-type]


def test_nothing_found_is_allowed() -> None:
    assert verdict_of(3, STEP, []) == Verdict(3, STEP, Decision.ALLOW, GuardStage.ACTION_SAFE)


def test_a_verdict_tells_its_step_and_its_stage() -> None:
    verdict = verdict_of(7, STEP, [finding("a")], GuardStage.PLAN_SAFE)
    assert (verdict.index, verdict.call, verdict.module) == (7, STEP, GuardStage.PLAN_SAFE)


def test_warnings_let_pass_and_are_nobodys_fault() -> None:
    verdict = verdict_of(0, STEP, [finding("a", Decision.WARN), finding("b", Decision.WARN)])
    assert (verdict.decision, verdict.fault) == (Decision.WARN, None)
    assert (verdict.constraints, verdict.feedback) == (("a", "b"), "a! b!")


def test_one_block_is_enough_in_whatever_order() -> None:
    found = [finding("a", Decision.WARN), finding("b"), finding("c", Decision.WARN)]
    for order in permutations(found):
        verdict = verdict_of(0, STEP, order)
        assert (verdict.decision, verdict.fault) == (Decision.BLOCK, ResponsibleParty.PLANNER)
        assert (verdict.constraints, verdict.feedback) == (("b",), "b!")


def test_the_same_is_said_once() -> None:
    same = finding("a", remedy=(CLOSE_X,), unknown=(HOT,))
    other = Finding("a", Decision.BLOCK, GuardStage.ACTION_SAFE, "a too!", (CLOSE_X, OPEN_X))
    verdict = verdict_of(0, STEP, [same, same, other])
    assert verdict.constraints == ("a",)
    assert verdict.feedback == "a! a too!"
    assert verdict.remedy == (CLOSE_X, OPEN_X)
    assert verdict.unknown == (str(HOT),)


def test_what_would_have_to_be_known_is_listed() -> None:
    verdict = verdict_of(0, STEP, [finding("a", unknown=(HOT,)), finding("b", unknown=(OPEN, HOT))])
    assert verdict.unknown == ("hot(oven.n.01_1)", "open(oven.n.01_1)")


def test_waiting_helps_only_if_it_helps_against_every_block() -> None:
    waits, stays = finding("a", holds=True), finding("b")
    assert verdict_of(0, STEP, [waits]).hold
    assert verdict_of(0, STEP, [waits, finding("w", Decision.WARN)]).hold
    assert not verdict_of(0, STEP, [waits, stays]).hold
    assert not verdict_of(0, STEP, [finding("w", Decision.WARN, holds=True)]).hold
    assert not verdict_of(0, STEP, []).hold


@given(st.lists(st.sampled_from([Decision.WARN, Decision.BLOCK]), max_size=6))
def test_the_gravest_decides(decisions: list[Decision]) -> None:
    found = [finding(f"c{number}", decision) for number, decision in enumerate(decisions)]
    verdict = verdict_of(0, STEP, found)
    gravest = [d for d in (Decision.BLOCK, Decision.WARN) if d in decisions]
    assert verdict.decision is (gravest[0] if gravest else Decision.ALLOW)
    named = tuple(f.constraint for f in found if f.decision is verdict.decision)
    assert verdict.constraints == named


def test_a_remedy_replaces_what_was_offered_and_is_said() -> None:
    verdict = verdict_of(0, STEP, [finding("a", remedy=(CLOSE_X,))])
    mended = with_remedy(verdict, (OPEN_Y, CLOSE_X))
    assert mended.remedy == (OPEN_Y, CLOSE_X)
    assert mended.feedback == "a! First: OPEN(y), CLOSE(x)."
    assert (mended.decision, mended.constraints) == (verdict.decision, verdict.constraints)


def test_where_no_calls_mend_it_none_are_offered_or_said() -> None:
    verdict = verdict_of(0, STEP, [finding("a", remedy=(CLOSE_X,))])
    assert with_remedy(verdict, ()) == replace(verdict, remedy=())


def test_a_verdict_names_the_things_that_count() -> None:
    found = [
        finding("a", objects=("x", "y")),
        finding("b", Decision.WARN, objects=("z",)),
        finding("c", objects=("y", "w")),
    ]
    assert verdict_of(0, STEP, found).objects == ("x", "y", "w")


def test_a_block_of_the_guards_own_has_its_reason() -> None:
    verdict = own_verdict(3, STEP, "mine", "because")
    assert (verdict.decision, verdict.constraints, verdict.feedback) == (
        Decision.BLOCK,
        ("mine",),
        "because",
    )
    assert (verdict.call, verdict.module) == (STEP, GuardStage.ACTION_SAFE)
