"""Nothing that a model answers gets past the guard that a plain goal would not."""

from __future__ import annotations

from collections import Counter

from is_bench.facts import FactSet
from is_bench.scenarios import load_dataset
from is_bench.skills import parse_call
from is_bench.verdict import Decision, GuardMode
from is_bench_eval.guarding import guard_settings, knowledge_base
from is_bench_eval.spec import RunSpec
from is_planner_node.core.reading import Form, read_step
from is_safety_monitor.core.choice import make_cascade
from tests.chat_server import hostile

REPLIES = 10_000


def test_ten_thousand_hostile_replies_pass_no_guard_that_plain_goals_would_not() -> None:
    scenario = load_dataset(None).get("microwave_a_potato")
    run = RunSpec(guard=GuardMode.ENFORCE)
    guard = make_cascade(guard_settings(run), scenario, knowledge_base(run))
    facts = FactSet(scenario.scene.world().facts())

    def decided(step: str) -> Decision:
        return guard.judge(0, step, facts, age_ns=0, now_ns=0).decision

    plain = {
        step: decided(step) for step in (*scenario.plans.reference, *scenario.plans.careless[0])
    }
    forms: Counter[Form] = Counter()
    passed: Counter[str] = Counter()
    for reply in hostile.texts(REPLIES, steps=tuple(plain)):
        read = read_step(reply.text)
        forms[read.form] += 1
        for step in read.steps:
            verdict = decided(step)
            known = plain.setdefault(str(parse_call(step)), verdict)
            assert verdict is known, (reply.kind, step)
            if verdict is not Decision.BLOCK:
                passed[step] += 1
    assert forms.total() == REPLIES
    assert forms[Form.INVALID] > 1000
    assert all(decided(step) is not Decision.BLOCK for step in passed)
    assert set(passed) <= {
        step for step, decision in plain.items() if decision is not Decision.BLOCK
    }
