"""An adviser that is hostile, broken or absurd, behind a scripted server.

`make soak` asks it 5,000 times.
"""

from __future__ import annotations

import pytest

from is_safety_monitor.core.lint import Severity, lint
from tests.chat_server.server import KEY
from tests.is_safety_monitor.core.advice.advised import advised
from tests.kb.adviser.hostile_proposals import MAKERS, replies
from tests.kb.adviser.samples import HOUSEHOLD
from tests.sampling import SOAK

pytest.importorskip("openai", reason="openai is not installed")

COUNT = 5000 if SOAK else 3 * len(MAKERS)


@pytest.mark.timeout(3600)
def test_no_proposal_loosens_anything_blocks_in_vain_or_breaks_the_guard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    counted = 0
    for reply, _, constraints, _ in advised(list(replies(COUNT))):
        if constraints is None:
            continue
        counted += 1
        problems = lint(constraints, (), HOUSEHOLD)
        assert [each for each in problems if each.severity is Severity.ERROR] == [], reply
    assert COUNT // 20 < counted < COUNT // 2


def test_the_same_seed_makes_the_same_proposals() -> None:
    assert list(replies(50, 3)) == list(replies(50, 3))
