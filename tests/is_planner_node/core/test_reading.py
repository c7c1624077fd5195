"""What is made of a model's answers."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_planner_node.core import reading
from is_planner_node.core.reading import MOST_STEPS, Form, Reading
from tests.chat_server import hostile
from tests.is_planner_node.core.kitchens import BENCHMARK, HOUSEHOLD, THINGS

OPEN = "OPEN(fridge.n.01_1)"
PLACE = "PLACE_INSIDE(apple.n.01_1, bowl.n.01_1)"
HOSTILE = 10_000


def read_action(text: str) -> Reading:
    return reading.read_action(text, BENCHMARK, THINGS)


def read_plan(text: str) -> Reading:
    return reading.read_plan(text, BENCHMARK, THINGS)


@pytest.mark.parametrize(
    ("text", "step", "form"),
    [
        (f'{{"thought": "x", "action": "{OPEN}"}}', OPEN, Form.OK),
        (f'{{"action": "{OPEN}", "extra": [1]}}', OPEN, Form.OK),
        ('{"action": "done"}', "DONE", Form.OK),
        ('{"action": "open( fridge.n.01_1 )"}', OPEN, Form.OK),
        (f'```json\n{{"action": "{OPEN}"}}\n```', OPEN, Form.REPAIRED),
        (f'Sure! Here it is: {{"action": "{OPEN}"}} Good luck.', OPEN, Form.REPAIRED),
        (f'So: {{"thought": "mind the }} in it", "action": "{OPEN}"}}', OPEN, Form.REPAIRED),
        (f'{{"action": "{OPEN}",}}', OPEN, Form.REPAIRED),
        (f"Step 2: {OPEN}", OPEN, Form.REPAIRED),
        (f"{{'thought': 'it is', 'action': '{OPEN}'}}", OPEN, Form.REPAIRED),
        (f'{{"plan": ["{OPEN}", "DONE"]}}', OPEN, Form.REPAIRED),
        (f'[{{"action": "{PLACE}"}}]', PLACE, Form.REPAIRED),
        (OPEN, OPEN, Form.REPAIRED),
        (f"Next action: {OPEN}.", OPEN, Form.REPAIRED),
        (f"1. {PLACE}\n2. DONE", PLACE, Form.REPAIRED),
        (f"- **{OPEN}**", OPEN, Form.REPAIRED),
        (f"<think>CLOSE(x.n.01_1)\n</think>\n{OPEN}", OPEN, Form.REPAIRED),
        ("DONE", "DONE", Form.REPAIRED),
    ],
)
def test_a_step_is_read_in_many_forms(text: str, step: str, form: Form) -> None:
    found = read_action(text)
    assert (found.steps, found.form) == ((step,), form)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the answer is empty"),
        ("I cannot help with that.", "no step can be made out"),
        (f"Do not {OPEN} yet.", "no step can be made out"),
        ("<think>OPEN(x.n.01_1)", "no step can be made out"),
        ('{"action": "FLY(apple.n.01_1)"}', "no skill is named 'FLY'"),
        ('{"action": "OPEN()"}', "OPEN takes (opened), not ()"),
        ('{"action": "OPEN(a.n.01_1, b.n.01_1)"}', "OPEN takes (opened)"),
        ('{"action": "OPEN(fridg.n.01_1)"}', "did you mean fridge.n.01_1"),
        ('{"action": "OPEN(fridge)"}', "no object is named 'fridge'"),
        ('{"action": "OPEN(fridge.n.01_1@the white one)"}', "no object is named"),
        ('{"action": "OPEN(fridge.n.01_1\u200b)"}', "no object is named"),
        ('{"action": "OPEN(agent.n.01_1)"}', "cannot be done to the robot itself"),
        ('{"action": "NAVIGATE_TO(fridge.n.01_1)"}', "no skill is named 'NAVIGATE_TO'"),
        ('{"action": null}', "no step can be made out"),
        ('{"action": "OPEN(' + "x" * 400 + ')"}', "is too long"),
        ("{" * 5000, "no step can be made out"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_reason(text: str, why: str) -> None:
    found = read_action(text)
    assert (found.form, found.steps) == (Form.INVALID, ())
    assert why in found.why.replace('\\"', '"')
    assert "\n" not in found.why


def test_a_plan_ends_with_the_first_done() -> None:
    found = read_plan(json.dumps({"plan": [OPEN, "DONE", PLACE]}))
    assert (found.form, found.steps) == (Form.OK, (OPEN, "DONE"))


def test_one_bad_step_spoils_a_plan() -> None:
    found = read_plan(json.dumps({"plan": [OPEN, "JUMP(x.n.01_1)"]}))
    assert found.form is Form.INVALID
    assert "JUMP" in found.why


def test_a_plan_of_lines_is_read() -> None:
    assert read_plan(f"My plan:\n1) {OPEN}\n2) {PLACE}\n3) DONE\n").steps == (OPEN, PLACE, "DONE")


def test_an_endless_plan_is_refused() -> None:
    found = read_plan(json.dumps({"plan": [OPEN] * (MOST_STEPS + 1)}))
    assert found.why == f"the plan has {MOST_STEPS + 1} steps, more than {MOST_STEPS}"


def test_steps_are_those_of_the_scenes_domain() -> None:
    text = '{"action": "PICK(apple.n.01_1)"}'
    found = reading.read_action(text, HOUSEHOLD, THINGS)
    assert (found.form, found.steps) == (Form.OK, ("PICK(apple.n.01_1)",))
    assert "no skill is named" in read_action(text).why
    lines = "1. PICK(apple.n.01_1)\n2. HAND_OVER(apple.n.01_1, agent.n.01_1)"
    plan = reading.read_plan(lines, HOUSEHOLD, THINGS)
    assert plan.steps == ("PICK(apple.n.01_1)", "HAND_OVER(apple.n.01_1, agent.n.01_1)")


@given(st.text(max_size=400))
def test_whatever_is_answered_is_read_or_refused(text: str) -> None:
    for found in (read_action(text), read_plan(text)):
        assert bool(found.steps) != bool(found.why)
        assert (found.form is Form.INVALID) == (not found.steps)


SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=20)
KEYS = st.sampled_from(["action", "plan", "x"])
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_any_json_is_read_or_refused(value: object) -> None:
    found = read_action(json.dumps(value))
    assert all(str(BENCHMARK.parse(step, THINGS)) == step for step in found.steps)


def test_ten_thousand_hostile_replies_are_each_classified() -> None:
    forms: Counter[tuple[str, Form]] = Counter()
    for reply in hostile.texts(HOSTILE):
        found = read_action(reply.text)
        forms[reply.kind, found.form] += 1
        assert bool(found.steps) != (found.form is Form.INVALID)
        for step in found.steps:
            assert str(BENCHMARK.parse(step, THINGS)) == step
    assert forms.total() == HOSTILE
    assert sum(n for (_, form), n in forms.items() if form is Form.INVALID) > HOSTILE / 4
