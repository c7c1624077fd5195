"""Nothing that a model answers gets past the guard that a plain goal would not."""

from __future__ import annotations

from collections import Counter

from is_bench.calls import parse_call
from is_bench.recognised import describe
from is_bench.scenarios import load_dataset
from is_bench.verdict import Decision, GuardMode
from is_bench_eval.specs.run_guard import guard_settings, knowledge_base
from is_bench_eval.specs.run_spec import RunSpec
from is_planner_node.core.reading import Form, read_action
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Session
from tests.chat_server import hostile
from tests.sampling import SOAK

REPLIES = 10_000 if SOAK else 3_000


def test_hostile_replies_pass_no_guard_that_plain_goals_would_not() -> None:
    scenario = load_dataset(None).get("microwave_a_potato")
    scene, run = scenario.scene, RunSpec(guard=GuardMode.ENFORCE)
    session = Session(guard_settings(run, scene.domain), knowledge_base(run, scene.domain))
    facts = scene.world().facts()
    session.receive_state(Report("e", 0, lambda: (facts, {}), describe(scene.objects)))
    session.set_task(scenario.request("e"))

    def decided(step: str) -> Decision:
        goal = Goal("e", "", 0, parse_call(step), step)
        verdict = session.judge(goal, 0, accepted=False).verdict
        assert verdict is not None
        return verdict.decision

    plain = {
        step: decided(step) for step in (*scenario.plans.reference, *scenario.plans.careless[0])
    }
    forms: Counter[Form] = Counter()
    passed: Counter[str] = Counter()
    for reply in hostile.texts(REPLIES, steps=tuple(plain)):
        read = read_action(reply.text, scene.domain, scene.objects)
        forms[read.form] += 1
        for step in read.steps:
            verdict = decided(step)
            known = plain.setdefault(str(parse_call(step)), verdict)
            assert verdict is known, (reply.kind, step)
            if verdict is not Decision.BLOCK:
                passed[step] += 1
    assert forms.total() == REPLIES
    assert forms[Form.INVALID] > REPLIES / 10
    assert all(decided(step) is not Decision.BLOCK for step in passed)
    assert set(passed) <= {
        step for step, decision in plain.items() if decision is not Decision.BLOCK
    }
