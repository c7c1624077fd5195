"""Whatever a server does, there is a reply or an error of the client's own, and no key in it."""

from __future__ import annotations

from collections import Counter
from itertools import cycle

import pytest

from is_bench.chat import ChatError, ChatReplyProblem, Message, Request
from is_bench.chat.client import OpenAIChat
from is_bench.chat.endpoint import Endpoint, Timeouts
from tests.chat_server.hostile import answers, texts
from tests.chat_server.server import KEY, serving

pytest.importorskip("openai", reason="openai is not installed")

COUNT = 500


def test_every_answer_is_a_reply_or_an_error_without_quotes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    made = cycle(answers(COUNT, seed=1))
    outcomes: Counter[str] = Counter()
    with serving(lambda _: next(made)) as server:
        chat = OpenAIChat(Endpoint(server.url, "m", retries=0, timeouts=Timeouts(deadline_s=20)))
        for number in range(COUNT):
            try:
                text = chat.ask(Request((Message("user", f"{number}"),), {"type": "object"})).text
                outcomes["reply"] += 1
            except ChatError as error:
                text = str(error)
                outcomes[type(error).__name__] += 1
            assert KEY not in text
            text.encode()  # can be written down
    assert min(outcomes["reply"], outcomes[ChatReplyProblem.__name__]) > COUNT / 10
    assert sum(outcomes.values()) == COUNT
    assert chat.usage.requests >= COUNT


def test_the_same_seed_makes_the_same_replies() -> None:
    assert list(texts(100, seed=3)) == list(texts(100, seed=3)) != list(texts(100, seed=4))
    assert len({each.kind for each in texts(100)}) > 20
