"""A model that restates requirements and is hostile, broken or absurd, behind a scripted server.

`make soak` asks it 5,000 times.
"""

from __future__ import annotations

from collections import Counter

import pytest

from is_bench.chat.endpoint import Endpoint
from is_bench.verdict import Decision
from is_safety_monitor.core.task_safe import UNREAD
from kb.adviser import AdviserLimits, LanguageModelAdviser
from tests.chat_server.server import KEY, serving
from tests.is_safety_monitor.core.advice.advised import PLANS, Said, loosened, said
from tests.kb.adviser.hostile_restatements import MAKERS, OTHER, SENTENCE, TASK, replies
from tests.sampling import SOAK

pytest.importorskip("openai", reason="openai is not installed")

COUNT = 5000 if SOAK else 3 * len(MAKERS)
LIMITS = AdviserLimits(deadline_s=60, retries=0)


@pytest.fixture
def alone() -> tuple[Said, ...]:
    return tuple(said(plan, instruction=TASK)[0] for plan in PLANS)


@pytest.mark.timeout(3600)
def test_no_restatement_loosens_anything_counts_in_vain_or_breaks_the_guard(
    alone: tuple[Said, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    listed = list(replies(COUNT))
    counted: Counter[str] = Counter()
    with serving(lambda _: listed[counted["asked"]].text) as server:
        adviser = LanguageModelAdviser(Endpoint(server.url, "hostile"), LIMITS)
        for number, reply in enumerate(listed):
            adviser.new_episode()
            advice = (Decision.WARN, Decision.BLOCK)[number % 2]
            place = number % len(PLANS)
            found, led = said(PLANS[place], adviser, advice, TASK)
            counted["asked"] += 1
            assert loosened(alone[place], found) == [], reply
            assert UNREAD in found.task.verdict.constraints
            assert SENTENCE in found.task.verdict.feedback
            assert OTHER in found.task.verdict.feedback
            assert led.guard is not None
            if led.guard.advice is None:
                continue
            counted["counts"] += 1
            assert not reply.vacuous, reply
            assert led.guard.advice.knowledge is not None, reply
            for constraint in led.guard.advice.knowledge.constraints:
                assert constraint.id.startswith("advice_requirement_")
                assert constraint.text.startswith((f'"{SENTENCE}", read', f'"{OTHER}", read'))
                assert constraint.decision is advice
    assert len(server.requests) == COUNT
    assert COUNT // 20 < counted["counts"] < COUNT // 2 + COUNT // 10


def test_the_same_seed_makes_the_same_restatements() -> None:
    assert list(replies(50, 3)) == list(replies(50, 3))
