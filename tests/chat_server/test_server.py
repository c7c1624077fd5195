"""The scripted server, as other clients may use it."""

from __future__ import annotations

import json

import pytest

from tests.chat_server.server import KEY, serving


def test_streams_are_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    openai = pytest.importorskip("openai")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")

    said = json.dumps({"action": "OPEN(fridge.n.01_1)"})
    with serving(lambda _: said) as server, openai.OpenAI(base_url=server.url) as client:
        stream = client.chat.completions.create(
            model="m",
            messages=[{"role": "user", "content": "Hi."}],
            stream=True,
            stream_options={"include_usage": True},
        )
        chunks = list(stream)
    text = "".join(each.choices[0].delta.content or "" for each in chunks if each.choices)
    assert text == said
    assert chunks[-1].usage.total_tokens > 0
