"""What a server can answer: good, bad and ugly."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.chat_server.asked import Asked

_REASONS = {200: "OK", 307: "Temporary Redirect", 401: "Unauthorized", 429: "Too Many Requests"}


@dataclass(frozen=True)
class Exchange:
    """A request and the way back."""

    asked: Asked
    writer: asyncio.StreamWriter
    closing: asyncio.Event
    """Set when the server stops."""

    async def head(self, status: int, headers: Mapping[str, str]) -> None:
        lines = [f"HTTP/1.1 {status} {_REASONS.get(status, 'Status')}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        await self.send(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def whole(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        own = {"Content-Type": "application/json", "Content-Length": str(len(body))}
        await self.head(status, {**own, **headers})
        await self.send(body)

    async def pause(self, seconds: float) -> bool:
        """Whether the server goes on after that."""
        try:
            await asyncio.wait_for(self.closing.wait(), seconds)
        except asyncio.TimeoutError:
            return True
        return False


class Answer(Protocol):
    """Something to answer with; the connection is closed if `give` returns False."""

    async def give(self, exchange: Exchange) -> bool: ...


@dataclass(frozen=True)
class Say:
    """A chat completion, streamed if the client wants that; JSON unless `content` is a text."""

    content: object
    usage: object = "counted"
    """What stands in the field; None: nothing."""
    finish: str = "stop"
    more: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return self.content if isinstance(self.content, str) else json.dumps(self.content)

    async def give(self, exchange: Exchange) -> bool:
        if exchange.asked.streaming:
            return await self._stream(exchange)
        message = {"role": "assistant", "content": self.text}
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        document = {**self._frame(exchange, "chat.completion"), "choices": [choice]}
        if self.usage is not None:
            document["usage"] = self._usage(exchange)
        await exchange.whole(200, json.dumps({**document, **self.more}).encode(), {})
        return True

    async def _stream(self, exchange: Exchange) -> bool:
        """Server-sent events, a few words in each."""
        await exchange.head(200, {"Content-Type": "text/event-stream", "Connection": "close"})
        frame = self._frame(exchange, "chat.completion.chunk")
        for start in range(0, len(self.text), 16):
            delta = {"role": "assistant", "content": self.text[start : start + 16]}
            await _event(exchange, {**frame, "choices": [{"index": 0, "delta": delta}]})
        last = {"index": 0, "delta": {}, "finish_reason": self.finish}
        await _event(exchange, {**frame, "choices": [last]})
        if (exchange.asked.body.get("stream_options") or {}).get("include_usage"):
            await _event(exchange, {**frame, "choices": [], "usage": self._usage(exchange)})
        await exchange.send(b"data: [DONE]\n\n")
        return False

    def _frame(self, exchange: Exchange, kind: str) -> dict[str, Any]:
        model = exchange.asked.body.get("model", "")
        return {"id": "chatcmpl-1", "object": kind, "created": 0, "model": model}

    def _usage(self, exchange: Exchange) -> object:
        if self.usage != "counted":
            return self.usage
        prompt = len(exchange.asked.text) // 4 + 300 * len(exchange.asked.pictures)
        answer = len(self.text) // 4 + 1
        counts = {"prompt_tokens": prompt, "completion_tokens": answer}
        return {**counts, "total_tokens": prompt + answer}


@dataclass(frozen=True)
class Status:
    """An error, or any whole body."""

    code: int
    body: object = field(default_factory=dict)
    """JSON unless it is bytes."""
    headers: Mapping[str, str] = field(default_factory=dict)

    async def give(self, exchange: Exchange) -> bool:
        data = self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()
        await exchange.whole(self.code, data, self.headers)
        return True


@dataclass(frozen=True)
class Late:
    """Another answer, after a while."""

    seconds: float
    then: Answer

    async def give(self, exchange: Exchange) -> bool:
        return await exchange.pause(self.seconds) and await self.then.give(exchange)


@dataclass(frozen=True)
class Never:
    """No answer at all."""

    async def give(self, exchange: Exchange) -> bool:
        await exchange.closing.wait()
        return False


@dataclass(frozen=True)
class Drip:
    """A byte now and then, for ever: no single read takes long."""

    status: int = 200

    async def give(self, exchange: Exchange) -> bool:
        await exchange.head(self.status, {"Content-Length": "1000000"})
        while await exchange.pause(0.02):
            await exchange.send(b" ")
        return False


@dataclass(frozen=True)
class Flood:
    """A body without an end."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    async def give(self, exchange: Exchange) -> bool:
        await exchange.head(self.status, {"Connection": "close", **self.headers})
        while not exchange.closing.is_set():
            await exchange.send(b"{" * 65536)
        return False


@dataclass(frozen=True)
class HangUp:
    """A connection that breaks in the middle of the body, or before it."""

    body: bytes = b'{"choices"'

    async def give(self, exchange: Exchange) -> bool:
        if self.body:
            await exchange.head(200, {"Content-Length": "1000000"})
            await exchange.send(self.body)
        return False


@dataclass(frozen=True)
class Raw:
    """Bytes in the place of HTTP, then the end."""

    data: bytes

    async def give(self, exchange: Exchange) -> bool:
        await exchange.send(self.data)
        return False


async def _event(exchange: Exchange, document: Mapping[str, object]) -> None:
    await exchange.send(f"data: {json.dumps(document)}\n\n".encode())
