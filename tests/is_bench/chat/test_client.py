"""The client against a real server."""

from __future__ import annotations

import threading

import pytest

from is_bench.chat import Message, Picture, Request
from is_bench.chat.client import OpenAIChat
from is_bench.chat.endpoint import Endpoint, Timeouts
from tests.chat_server.answers import Answer, Say
from tests.chat_server.asked import Asked
from tests.chat_server.server import KEY, serving

pytest.importorskip("openai", reason="openai is not installed")

HASTY = Timeouts(deadline_s=0.3)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def greeting(text: str = "Hello.", **more: object) -> Request:
    return Request((Message("user", text),), **more)  # type: ignore[arg-type]


def test_a_conversation_goes_there_and_an_answer_comes_back() -> None:
    with serving(lambda asked: f"You said {len(asked.messages)} things.") as server:
        reply = OpenAIChat(Endpoint(server.url, "m")).ask(
            Request((Message("system", "Be brief."), Message("user", "Hi.", (Picture(b"jpg"),))))
        )
    (asked,) = server.requests
    assert reply.text == "You said 2 things."
    assert (asked.turns, asked.pictures) == (["Be brief.", "Hi."], [b"jpg"])
    assert asked.body["model"] == "m"
    assert asked.headers["authorization"] == f"Bearer {KEY}"


def test_many_threads_wait_at_the_same_time() -> None:
    together = threading.Barrier(33)

    def script(_: Asked) -> Answer:
        return Say("Yes.")

    with serving(script, latency_s=0.1) as server:
        chat = OpenAIChat(Endpoint(server.url, "m"))

        def work(number: int) -> None:
            together.wait()
            chat.ask(greeting(f"Number {number}."))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(32)]
        for thread in threads:
            thread.start()
        together.wait()
        for thread in threads:
            thread.join()
    assert chat.usage.requests == len(server.requests) == 32
