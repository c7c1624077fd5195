"""A model that restates requirements and is hostile, broken or absurd, behind a scripted server.

`make soak` asks it 5,000 times.
"""

from __future__ import annotations

import pytest

from is_safety_monitor.core.task_safe import UNREAD
from tests.chat_server.server import KEY
from tests.is_safety_monitor.core.advice.advised import advised
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
