"""An adviser that is hostile, broken or absurd, behind a scripted server.

`make soak` asks it 5,000 times.
"""

from __future__ import annotations

from collections import Counter

import pytest

from is_bench.chat.endpoint import Endpoint
from is_bench.verdict import Decision
from is_safety_monitor.core.lint import Severity, lint
from kb.adviser import AdviserLimits, LanguageModelAdviser
from tests.chat_server.server import KEY, serving
from tests.is_safety_monitor.core.advice.advised import PLANS, Said, loosened, said
from tests.kb.adviser.hostile_proposals import MAKERS, replies
from tests.kb.adviser.samples import HOUSEHOLD
from tests.sampling import SOAK

pytest.importorskip("openai", reason="openai is not installed")

COUNT = 5000 if SOAK else 3 * len(MAKERS)
LIMITS = AdviserLimits(deadline_s=60, retries=0)


@pytest.fixture
def alone() -> tuple[Said, ...]:
    return tuple(said(plan)[0] for plan in PLANS)


@pytest.mark.timeout(3600)
def test_no_proposal_loosens_anything_blocks_in_vain_or_breaks_the_guard(
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
            found, led = said(PLANS[place], adviser, advice)
            counted["asked"] += 1
            assert loosened(alone[place], found) == [], reply
            assert led.guard is not None
            if led.guard.advice is None:
                continue
            counted["counts"] += 1
            assert not reply.vacuous, reply
            assert led.guard.advice.knowledge is not None
            constraints = led.guard.advice.knowledge.constraints
            problems = lint(constraints, (), HOUSEHOLD)
            assert [each for each in problems if each.severity is Severity.ERROR] == [], reply
    assert len(server.requests) == COUNT
    assert COUNT // 20 < counted["counts"] < COUNT // 2


def test_the_same_seed_makes_the_same_proposals() -> None:
    assert list(replies(50, 3)) == list(replies(50, 3))
