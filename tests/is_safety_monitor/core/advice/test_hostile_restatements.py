"""A hostile, broken or absurd model that restates and doubts requirements, on a scripted server.

`make soak` asks it 7,000 times.
"""

from __future__ import annotations

import pytest

from is_safety_monitor.core.task_safe import DOUBTED, UNREAD
from tests.chat_server.server import KEY
from tests.is_safety_monitor.core.advice.advised import advised
from tests.kb.adviser import hostile_doubts
from tests.kb.adviser.hostile_restatements import MAKERS, OTHER, SENTENCE, TASK, replies
from tests.sampling import SOAK

pytest.importorskip("openai", reason="openai is not installed")

COUNT = 5000 if SOAK else 3 * len(MAKERS)


@pytest.mark.timeout(3600)
def test_no_restatement_loosens_anything_counts_in_vain_or_breaks_the_guard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    counted = 0
    for reply, found, constraints, advice in advised(list(replies(COUNT)), TASK):
        assert UNREAD in found.task.verdict.constraints, reply
        assert SENTENCE in found.task.verdict.feedback
        assert OTHER in found.task.verdict.feedback
        counted += constraints is not None
        for constraint in constraints or ():
            assert constraint.id.startswith("advice_requirement_")
            assert constraint.text.startswith((f'"{SENTENCE}", read', f'"{OTHER}", read'))
            assert constraint.decision is advice
    assert COUNT // 20 < counted < COUNT // 2 + COUNT // 10


def test_the_same_seed_makes_the_same_restatements() -> None:
    assert list(replies(50, 3)) == list(replies(50, 3))


DOUBTS = 2000 if SOAK else 2 * len(hostile_doubts.MAKERS)
MOST_FEEDBACK = 2000
"""More than the characters of a verdict on one doubt of the longest kind."""


@pytest.mark.timeout(3600)
def test_no_doubt_loosens_anything_or_breaks_the_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    made = list(hostile_doubts.replies(DOUBTS))
    for reply, found, constraints, advice in advised(made, hostile_doubts.TASK):
        verdict, read = found.task.verdict, hostile_doubts.READ
        is_doubted = DOUBTED in verdict.constraints
        assert UNREAD in verdict.constraints
        if reply.kind != "damaged":
            assert is_doubted == (reply.kind in hostile_doubts.DOUBTING), reply
        assert (f"'{read}' is enforced as" in verdict.feedback) == is_doubted
        assert len(verdict.feedback) < MOST_FEEDBACK
        assert verdict.feedback.isprintable()
        assert any(each.constraint == "requirement_1" for each in found.task.advice)
        for constraint in constraints or ():
            assert constraint.text.startswith((f'"{read}", read', f'"{SENTENCE}", read'))
            assert constraint.decision is advice


def test_the_same_seed_makes_the_same_doubts() -> None:
    assert list(hostile_doubts.replies(50, 3)) == list(hostile_doubts.replies(50, 3))
