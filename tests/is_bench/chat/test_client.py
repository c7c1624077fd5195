"""The client against a real server: conversations, waiting, retries, limits, cache, key."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from is_bench.cache import FileCache
from is_bench.chat import ChatReplyProblem, ChatUnavailable, Message, Picture, Request, Usage
from is_bench.chat.client import OpenAIChat
from is_bench.chat.endpoint import Endpoint, Prices, Timeouts
from is_bench.chat.limits import Allowance, Limits
from is_bench.errors import InputError
from tests.chat_server.answers import Answer, Drip, Exchange, Flood, HangUp, Never, Raw, Say, Status
from tests.chat_server.asked import Asked
from tests.chat_server.server import KEY, ChatServer, Script, serving

pytest.importorskip("openai", reason="openai is not installed")

SOON = {"Retry-After-Ms": "1"}
HASTY = Timeouts(deadline_s=0.3)
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}
LOOSER = {"type": "json_object", "schema": SCHEMA}


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def hello(text: str = "Hello.", schema: dict[str, Any] | None = None, most: int = 100) -> Request:
    return Request((Message("user", text),), schema, most_tokens=most)


def chat(
    server: ChatServer,
    limits: Limits | None = None,
    cache: FileCache | None = None,
    **endpoint: Any,
) -> OpenAIChat:
    return OpenAIChat(Endpoint(server.url, "m", **endpoint), limits, cache)


def yes(asked: Asked) -> Answer:
    del asked
    return Say("Yes.", usage={"prompt_tokens": 10, "completion_tokens": 5})


def always(answer: Answer) -> Script:
    return lambda _: answer


def in_turn(*answers: Answer) -> Script:
    """The last one stays."""
    left = list(answers)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


# Conversations


def test_a_conversation_goes_there_and_an_answer_comes_back() -> None:
    with serving(lambda asked: f"You said {len(asked.messages)} things.") as server:
        reply = chat(server).ask(
            Request((Message("system", "Be brief."), Message("user", "Hi.", (Picture(b"jpg"),))))
        )
    (asked,) = server.requests
    assert reply.text == "You said 2 things."
    assert (asked.turns, asked.pictures) == (["Be brief.", "Hi."], [b"jpg"])
    assert asked.body["model"] == "m"
    assert asked.headers["authorization"] == f"Bearer {KEY}"


def test_many_threads_wait_at_the_same_time() -> None:
    class Together:
        """Answers nobody before all have asked."""

        def __init__(self) -> None:
            self.asked = 0
            self.complete = asyncio.Event()

        async def give(self, exchange: Exchange) -> bool:
            self.asked += 1
            if self.asked == 32:
                self.complete.set()
            await self.complete.wait()
            return await Say("Yes.").give(exchange)

    with serving(always(Together())) as server, ThreadPoolExecutor(32) as pool:
        talker = chat(server)
        replies = list(pool.map(lambda number: talker.ask(hello(f"{number}")), range(32)))
    assert {reply.text for reply in replies} == {"Yes."}
    assert talker.usage.requests == 32


def test_no_more_are_on_their_way_than_is_allowed() -> None:
    class Counts:
        """How many wait at the same time."""

        def __init__(self) -> None:
            self.now = self.most = 0

        async def give(self, exchange: Exchange) -> bool:
            self.now += 1
            self.most = max(self.most, self.now)
            await exchange.pause(0.01)
            self.now -= 1
            return await Say("Yes.").give(exchange)

    counts = Counts()
    with serving(always(counts)) as server, ThreadPoolExecutor(8) as pool:
        talker = chat(server, Limits(in_flight=2))
        list(pool.map(lambda number: talker.ask(hello(f"{number}")), range(16)))
    assert counts.most <= 2


# What a bad server can do


@pytest.mark.parametrize(
    "answer", [Never(), Drip(), Drip(500), Status(429, headers={"Retry-After": "99"})]
)
def test_a_server_that_takes_too_long_is_left(answer: Answer) -> None:
    with serving(always(answer)) as server:
        talker = chat(server, timeouts=HASTY)
        with pytest.raises(ChatUnavailable, match=r"within 0.3 s"):
            talker.ask(hello())


@pytest.mark.parametrize(
    ("answer", "problem", "words"),
    [
        (Flood(), ChatUnavailable, "longer than"),
        (Flood(500), ChatUnavailable, "status 500"),
        (Flood(headers={"Content-Encoding": "gzip"}), ChatUnavailable, "Content-Encoding"),
        (HangUp(), ChatUnavailable, "connection closed during"),
        (HangUp(b""), ChatUnavailable, "cannot be reached, or closes"),
        (Raw(b"banana"), ChatUnavailable, "closes the connection"),
        (Status(200, b"\xff\xfe{"), ChatReplyProblem, "no chat completion"),
        (Status(200, {"choices": []}), ChatReplyProblem, "no chat completion"),
        (Status(401), ChatUnavailable, r"status 401: check whether the key is set"),
        (Status(404), ChatUnavailable, r"status 404: check the URL"),
        (Status(418), ChatUnavailable, r"status 418$"),
        (Status(404, {"error": {"code": "model_not_found"}}), ChatUnavailable, "the model"),
        (Status(307, headers={"Location": "http://127.0.0.1:9/v1"}), ChatUnavailable, "status 307"),
    ],
)
def test_a_broken_answer_is_an_error(answer: Answer, problem: type[Exception], words: str) -> None:
    with serving(always(answer)) as server:
        talker = chat(server, retries=0)
        with pytest.raises(problem, match=words):
            talker.ask(hello())


def test_where_nobody_listens_is_an_error() -> None:
    with serving(yes) as server:
        pass
    with pytest.raises(ChatUnavailable, match="cannot be reached"):
        chat(server, retries=0).ask(hello())


@pytest.mark.parametrize(
    "answer",
    [
        Status(408, headers=SOON),
        Status(409, headers=SOON),
        Status(429, headers=SOON),
        Status(503, headers=SOON),
        HangUp(),
    ],
)
def test_what_may_pass_is_tried_again(answer: Answer) -> None:
    with serving(in_turn(answer, Say("Yes."))) as server:
        reply = chat(server).ask(hello())
    assert (reply.text, reply.usage.requests, len(server.requests)) == ("Yes.", 2, 2)


def test_a_pause_that_the_server_asks_for_is_everybodys() -> None:
    with serving(in_turn(Status(429, headers={"Retry-After": "0.2"}), Say("Yes."))) as server:
        talker = chat(server, retries=0)
        with pytest.raises(ChatUnavailable, match="status 429"):
            talker.ask(hello())
        impatient = chat(server, Limits(longest_wait_s=0.05))
        assert impatient.ask(hello()).text == "Yes."  # another run knows nothing of it
        talker.ask(hello())
    assert len(server.requests) == 3


# What endpoints do not understand


def refusing(name: str, told: str, status: int = 400) -> Script:
    """Refuses requests that have the field `name`, or that value in the field for the format."""

    def script(asked: Asked) -> Answer:
        form = asked.body.get("response_format", {})
        if name in asked.body or name in form or name == form.get("type"):
            return Status(status, {"error": {"message": told}})
        return yes(asked)

    return script


@pytest.mark.parametrize(
    ("name", "told", "body"),
    [
        ("max_tokens", "Use 'max_completion_tokens' instead.", {"max_completion_tokens": 100}),
        ("temperature", "Unsupported value: 'temperature'", {"seed": 0}),
        ("seed", 'Unknown name "seed"', {"temperature": 0}),
        ("json_schema", "response_format?", {"response_format": LOOSER}),
        ("schema", "response_format?", {"seed": 0}),
        ("response_format", "what?", {"max_tokens": 100}),
    ],
)
def test_what_an_endpoint_refuses_is_not_sent_again(
    name: str, told: str, body: dict[str, Any]
) -> None:
    with serving(refusing(name, told)) as server:
        talker = chat(server)
        assert talker.ask(hello("One.", SCHEMA)).text == "Yes."
        first = len(server.requests)
        talker.ask(hello("Two.", SCHEMA))
    assert len(server.requests) == first + 1
    assert server.requests[-1].body.items() >= body.items()
    assert name not in server.requests[-1].body


def test_what_was_found_out_is_not_forgotten_for_a_slow_answer() -> None:
    released = threading.Event()

    class Slow:
        async def give(self, exchange: Exchange) -> bool:
            while not released.is_set():
                await exchange.pause(0.005)
            return await Say("Yes.").give(exchange)

    refuses = refusing("json_schema", "unknown response_format")

    def script(asked: Asked) -> Answer | str:
        return refuses(asked) if "response_format" in asked.body else Slow()

    with serving(script) as server, ThreadPoolExecutor(1) as pool:
        talker = chat(server)
        slow = pool.submit(talker.ask, hello())
        while not server.requests:
            time.sleep(0.001)
        talker.ask(hello("One.", SCHEMA))
        released.set()
        slow.result()
        talker.ask(hello("Two.", SCHEMA))
    assert len(server.requests) == 4


def test_schemas_are_given_up_step_by_step() -> None:
    def script(asked: Asked) -> Answer:
        told = asked.body.get("response_format")
        return Status(422) if told not in (None, {"type": "json_object"}) else yes(asked)

    with serving(script) as server:
        talker = chat(server)
        talker.ask(hello(schema=SCHEMA))
        talker.ask(hello("Again.", SCHEMA))
    told = [each.body["response_format"] for each in server.requests]
    assert told[1:] == [LOOSER, {"type": "json_object"}, {"type": "json_object"}]


def test_a_server_that_calls_a_refusal_its_own_error_is_understood() -> None:
    """As the server of llama-cpp-python 0.3 does."""
    told = "{'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or ..."
    with serving(refusing("json_schema", told, status=500)) as server:
        assert chat(server).ask(hello(schema=SCHEMA)).text == "Yes."
    assert [each.body["response_format"] for each in server.requests][1:] == [LOOSER]


def test_a_request_that_is_wrong_in_any_form_teaches_nothing() -> None:
    def script(asked: Asked) -> Answer:
        return Status(400) if "One." in asked.text else yes(asked)

    with serving(script) as server:
        talker = chat(server)
        with pytest.raises(ChatUnavailable, match="status 400"):
            talker.ask(hello("One.", SCHEMA))
        talker.ask(hello("Two.", SCHEMA))
    assert server.requests[-1].body["response_format"]["type"] == "json_schema"


def test_an_endpoints_options_go_before_what_is_usual() -> None:
    with serving(yes) as server:
        chat(server, options={"temperature": 0.7, "seed": None, "top_k": 3}).ask(hello())
    body = server.requests[0].body
    assert (body["temperature"], body["top_k"], "seed" in body) == (0.7, 3, False)


# What it costs


def test_tokens_and_cost_are_counted_for_the_run_and_for_each_episode() -> None:
    with serving(yes) as server:
        talker = chat(server, prices=Prices(prompt=1e6, completion=2e6))
        first, second = talker.conversation(), talker.conversation()
        assert first.ask(hello()).usage == Usage(1, 10, 5, 20.0)
        first.ask(hello())
        second.ask(hello())
    assert (first.usage, second.usage) == (Usage(2, 20, 10, 40.0), Usage(1, 10, 5, 20.0))
    assert talker.usage == Usage(3, 30, 15, 60.0)


def test_without_prices_the_cost_is_unknown() -> None:
    with serving(yes) as server:
        assert chat(server).ask(hello()).usage.cost is None


@pytest.mark.parametrize("usage", [None, {}, [], {"total_tokens": -5}, {"prompt_tokens": 10**30}])
def test_what_the_server_does_not_count_is_estimated_and_marked(usage: object) -> None:
    with serving(always(Say("Yes.", usage))) as server:
        spent = chat(server).ask(hello("x" * 3000)).usage
    assert spent.estimated == 1
    assert 750 < spent.prompt_tokens < 1500
    assert 0 < spent.completion_tokens < 10


def test_an_answer_that_never_came_may_have_cost_all_of_it() -> None:
    with serving(always(Never())) as server:
        talker = chat(server, timeouts=HASTY).conversation()
        with pytest.raises(ChatUnavailable):
            talker.ask(hello(most=1000))
    assert talker.usage.completion_tokens == 1000
    assert talker.usage.estimated == 1


def test_a_refused_request_costs_nothing() -> None:
    with serving(always(Status(401))) as server:
        talker = chat(server).conversation()
        with pytest.raises(ChatUnavailable):
            talker.ask(hello())
    assert (talker.usage.requests, talker.usage.prompt_tokens) == (1, 0)


@pytest.mark.parametrize(
    ("allowance", "words"),
    [
        (Allowance(tokens=130), r"100 of 130 tokens left for this episode, up to 10\d needed"),
        (Allowance(cost=50.0), r"of 50 units of the currency left for this episode"),
    ],
)
def test_an_episode_keeps_to_its_allowance(allowance: Allowance, words: str) -> None:
    with serving(yes) as server:
        talker = chat(server, prices=Prices(0, 1e6)) if allowance.tokens is None else chat(server)
        episode = talker.conversation(allowance)
        episode.ask(hello(most=30))
        episode.ask(hello(most=30))
        with pytest.raises(ChatUnavailable, match=words):
            episode.ask(hello(most=100))
        talker.conversation(allowance).ask(hello(most=30))
    assert len(server.requests) == 3


def test_a_run_keeps_to_its_allowance_however_many_ask() -> None:
    with serving(yes) as server, ThreadPoolExecutor(16) as pool:
        talker = chat(server, Limits(run=Allowance(tokens=1000)))

        def ask(number: int) -> bool:
            try:
                talker.conversation().ask(hello(f"{number:4}", most=80))
            except ChatUnavailable as error:
                return "for this run" not in str(error)
            return True

        assert not all(pool.map(ask, range(100)))
    assert talker.usage.prompt_tokens + talker.usage.completion_tokens <= 1000


def test_a_limit_of_cost_needs_prices() -> None:
    with serving(yes) as server:
        with pytest.raises(InputError, match="needs the prices"):
            chat(server, Limits(run=Allowance(cost=1.0)))
        with pytest.raises(InputError, match="needs the prices"):
            chat(server).conversation(Allowance(cost=1.0))


def test_a_request_waits_no_longer_for_its_turn_than_is_allowed() -> None:
    with serving(yes) as server:
        talker = chat(server, Limits(requests_per_minute=2, longest_wait_s=0.05))
        talker.ask(hello())
        talker.ask(hello())
        with pytest.raises(ChatUnavailable, match=r"within 0.05 s"):
            talker.ask(hello())
    assert len(server.requests) == 2


# Cache


def test_the_same_question_is_asked_once(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "answers")
    with serving(yes) as server:
        fresh = chat(server, cache=cache).ask(hello())
        again = chat(server, cache=cache).conversation()
        kept = again.ask(hello())
    assert (kept.text, kept.usage) == (fresh.text, Usage(cached=1))
    assert again.usage == Usage(cached=1)
    assert len(server.requests) == 1


def test_another_question_is_asked(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "answers")
    small, large = Picture(b"a"), Picture(b"b")
    with serving(yes) as server:
        talker = chat(server, cache=cache)
        for request in (
            hello(),
            hello("Other."),
            hello(schema=SCHEMA),
            hello(most=7),
            Request((Message("system", "Hello."),), most_tokens=100),
            Request((Message("user", "Hello.", (small,)),), most_tokens=100),
            Request((Message("user", "Hello.", (large,)),), most_tokens=100),
        ):
            talker.ask(request)
        chat(server, cache=cache, options={"seed": 1}).ask(hello())
        OpenAIChat(Endpoint(server.url, "other"), cache=cache).ask(hello())
        OpenAIChat(Endpoint(f"{server.url}/", "m"), cache=cache).ask(hello())
    assert len(server.requests) == 10


def test_what_is_forgotten_is_asked_again(tmp_path: Path) -> None:
    with serving(yes) as server:
        talker = chat(server, cache=FileCache(tmp_path, "answers"))
        talker.ask(hello())
        talker.discard_cached(hello())
        talker.ask(hello())
    assert len(server.requests) == 2


def test_an_error_is_not_kept(tmp_path: Path) -> None:
    with serving(in_turn(Status(200, b"junk"), Say("Yes."))) as server:
        talker = chat(server, cache=FileCache(tmp_path, "answers"))
        with pytest.raises(ChatReplyProblem):
            talker.ask(hello())
        assert talker.ask(hello()).text == "Yes."


# The key


def outcome(talker: OpenAIChat) -> str:
    """The answer, or the error with all that hangs on it."""
    try:
        return talker.ask(hello()).text
    except (ChatUnavailable, ChatReplyProblem) as error:
        return f"{error!r} {error.__cause__!r} {error.__context__!r}"


@pytest.mark.parametrize(
    "answer",
    [
        Say(f"The key is {KEY}."),
        Status(401, {"error": {"message": f"bad key {KEY}", "code": KEY}}),
        Status(200, f'{{"{KEY}": 1}}'.encode()),
    ],
)
def test_the_key_is_never_shown_logged_or_kept(
    answer: Answer,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(always(answer)) as server:
        talker = chat(server, cache=FileCache(tmp_path, "answers"))
        said = outcome(talker)
    captured = capfd.readouterr()
    shown = [said, caplog.text, captured.out, captured.err, repr(talker), repr(vars(talker).keys())]
    assert all(KEY not in text for text in shown)
    kept = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert all(KEY.encode() not in data for data in kept)


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(InputError, match=r"pip install 'is_bench\[llm\]'"):
        OpenAIChat(Endpoint("http://localhost", "m"))
