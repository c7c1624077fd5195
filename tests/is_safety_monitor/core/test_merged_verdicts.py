from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import parse_call
from is_bench.verdict import Decision, GuardStage, ResponsibleParty, Verdict
from is_safety_monitor.core.knowledge import Finding
from is_safety_monitor.core.verdicts import merged

CALL = parse_call("OPEN(box_1)")
MEND = parse_call("CLOSE(box_2)")
STRICTNESS = {Decision.ALLOW: 0, Decision.WARN: 1, Decision.BLOCK: 2}
decisions = st.sampled_from(list(Decision))
advised = st.sampled_from([Decision.WARN, Decision.BLOCK])


def verdict(decision: Decision) -> Verdict:
    named = () if decision is Decision.ALLOW else ("a_law",)
    said = "" if decision is Decision.ALLOW else "The law says no."
    return Verdict(3, CALL, decision, GuardStage.PLAN_SAFE, named, said)


def advice(decision: Decision, name: str = "advice_a") -> Finding:
    return Finding(
        name, decision, GuardStage.ACTION_SAFE, f"Advice: {name}.", (MEND,), ("box_1",), holds=True
    )


@given(decisions, st.lists(advised, max_size=3))
def test_a_verdict_only_becomes_stricter(decision: Decision, listed: list[Decision]) -> None:
    before = verdict(decision)
    after = merged(before, [advice(each, f"advice_{n}") for n, each in enumerate(listed)])
    strictest = max([decision, *listed], key=STRICTNESS.__getitem__)
    assert after.decision is strictest
    assert set(before.constraints) <= set(after.constraints)
    assert before.feedback in after.feedback
    assert (after.index, after.subject, after.module) == (3, CALL, GuardStage.PLAN_SAFE)
    assert not after.hold


@given(st.lists(advised, max_size=3))
def test_a_block_stays_as_it_is(listed: list[Decision]) -> None:
    before = verdict(Decision.BLOCK)
    assert merged(before, [advice(each) for each in listed]) is before


def test_a_block_by_advice_says_why() -> None:
    found = merged(verdict(Decision.WARN), [advice(Decision.BLOCK)])
    assert found.constraints == ("a_law", "advice_a")
    assert found.feedback == "The law says no. Advice: advice_a."
    assert found.fault is ResponsibleParty.PLANNER


@given(decisions, advised)
def test_the_remedy_stays_as_it_is(decision: Decision, other: Decision) -> None:
    before = replace(verdict(decision), remedy=(CALL,))
    assert merged(before, [advice(other)]).remedy == (CALL,)
