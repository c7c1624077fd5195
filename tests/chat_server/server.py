"""A real HTTP server that speaks the chat completions protocol, and answers as it is scripted."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from tests.chat_server.answers import Answer, Exchange, Late, Say, Status
from tests.chat_server.asked import Asked

KEY = "sk-secret-of-the-test"
"""The key that clients of the server use in tests."""

Script = Callable[[Asked], "Answer | str"]
"""What to answer; a text is what the model says."""


@dataclass
class ChatServer:
    """Where it listens, and what it was asked."""

    url: str = ""
    """The base, as clients want it."""
    requests: list[Asked] = field(default_factory=list)


@contextmanager
def serving(script: Script, latency_s: float = 0.0, port: int = 0) -> Iterator[ChatServer]:
    """A server on this machine that answers every request as `script` says, `latency_s` later."""
    server = ChatServer()
    loop = asyncio.new_event_loop()
    closing = asyncio.Event()

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        gone = (OSError, asyncio.IncompleteReadError, asyncio.CancelledError)
        with suppress(*gone):
            while await _exchange(reader, writer):
                pass
            writer.close()
            await writer.wait_closed()
        writer.transport.abort()

    async def _exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        asked = await _read(reader)
        exchange = Exchange(asked, writer, closing)
        if not asked.path.endswith("/chat/completions"):
            return await _other(asked).give(exchange)
        server.requests.append(asked)
        answer = script(asked)
        answer = Say(answer) if isinstance(answer, str) else answer
        return await (Late(latency_s, answer) if latency_s else answer).give(exchange)

    async def start() -> asyncio.Server:
        return await asyncio.start_server(converse, "127.0.0.1", port, limit=2**16, backlog=1000)

    async def stop(listening: asyncio.Server) -> None:
        closing.set()
        listening.close()
        others = asyncio.all_tasks(loop) - {asyncio.current_task(loop)}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # lets transports close

    listening = loop.run_until_complete(start())
    server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
    thread = threading.Thread(target=loop.run_forever, name="chat server")
    thread.start()
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(stop(listening), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _read(reader: asyncio.StreamReader) -> Asked:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    path = head[0].split(" ")[1]
    pairs = [line.partition(":") for line in head[1:] if line]
    headers = {name.lower(): value.strip() for name, _, value in pairs}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Asked(path, json.loads(body) if body else {}, headers)


def _other(asked: Asked) -> Answer:
    """What stands beside chat completions."""
    if asked.path.endswith("/models"):
        return Status(200, {"object": "list", "data": [{"id": "scripted", "object": "model"}]})
    return Status(404, {"error": {"message": f"nothing is at {asked.path}"}})
