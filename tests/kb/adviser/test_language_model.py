"""The client against a real server that is slow, broken, malicious or rate-limited."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from is_bench.cache import FileCache
from is_bench.chat.endpoint import Endpoint
from is_bench.errors import InputError
from kb.adviser import AdviserLimits, LanguageModelAdviser, Opinion
from tests.chat_server.answers import Answer, Drip, Flood, HangUp, Never, Say, Status
from tests.chat_server.asked import Asked
from tests.chat_server.server import KEY, ChatServer, Script, serving
from tests.kb.adviser.samples import NAMES, TOWEL, question
from tests.kb.retrieval.doubles import made

pytest.importorskip("openai", reason="openai is not installed")

OFFERED = [made("a", "Fire."), made("b", "Water."), made("c", "Falling.")]
IDS = ("a", "b", "c")
AGREED = {"relevant": ["b"], "refuse": None, "reason": "There is a sink."}
PATIENT = AdviserLimits(deadline_s=60, retries=2)
HASTY = AdviserLimits(deadline_s=0.3, retries=2)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def agree(asked: Asked) -> Answer:
    del asked
    return Say(AGREED, usage={"total_tokens": 321})


def document(asked: Asked) -> dict[str, Any]:
    """What the model is told to take as data."""
    found: dict[str, Any] = json.loads(asked.turns[1])
    return found


def ask(
    server: ChatServer,
    limits: AdviserLimits = PATIENT,
    cache: FileCache | None = None,
    text: str = "Wash up.",
) -> Opinion:
    model = LanguageModelAdviser(Endpoint(server.url, "judge"), limits, cache)
    return replace(model.opinion(question(text, offered=OFFERED)), model="")


def opinion_of(script: Script, limits: AdviserLimits = PATIENT) -> Opinion:
    with serving(script) as server:
        return ask(server, limits)


def test_a_good_reply_is_an_opinion() -> None:
    with serving(agree) as server:
        assert ask(server) == Opinion(("b",), "", "There is a sink.")
    (request,) = server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.body["model"] == "judge"
    assert request.body["temperature"] == 0
    assert document(request)["instruction"] == "Wash up."
    assert [thing["name"] for thing in document(request)["objects"]] == list(NAMES)
    assert [each["id"] for each in document(request)["constraints"]] == list(IDS)


def test_the_server_is_given_its_own_options() -> None:
    endpoint = {"chat_template_kwargs": {"enable_thinking": False}, "max_tokens": 7}
    with serving(agree) as server:
        model = LanguageModelAdviser(Endpoint(server.url, "judge", options=endpoint))
        model.opinion(question("Wash up.", offered=OFFERED))
    assert server.requests[0].body["chat_template_kwargs"] == {"enable_thinking": False}
    assert server.requests[0].body["max_tokens"] == 7


def test_proposals_are_asked_for_where_nothing_is_offered() -> None:
    said = {**AGREED, "proposals": [TOWEL]}
    with serving(always(Say(said))) as server:
        model = LanguageModelAdviser(Endpoint(server.url, "judge"), PATIENT)
        found = model.opinion(question())
    assert found.relevant == ()
    assert [json.loads(each) for each in found.proposals] == [TOWEL]
    assert found.model == "judge"


# What a bad server can do


def come_back_tomorrow(asked: Asked) -> Answer:
    del asked
    return Status(429, headers={"Retry-After": "100"})


def always(answer: Answer) -> Script:
    return lambda _: answer


@pytest.mark.parametrize("script", [always(Never()), always(Drip()), come_back_tomorrow])
def test_a_server_that_takes_too_long_changes_nothing(script: Script) -> None:
    assert opinion_of(script, HASTY) == Opinion(
        note="no reply from the language model within 0.3 s"
    )


def answers(body: object) -> Script:
    return always(Status(200, body))


@pytest.mark.parametrize(
    ("script", "note"),
    [
        (always(Flood()), "longer than"),
        (always(HangUp()), "connection closed during"),
        (answers(b""), "no chat completion"),
        (answers(b"\xff\xfe{"), "no chat completion"),
        (answers(b"<html>502</html>"), "no chat completion"),
        (answers(b"[" * 100_000), "no chat completion"),
        (answers([]), "no chat completion"),
        (answers({"choices": []}), "no chat completion"),
        (answers({"choices": [{"message": None}]}), "no chat completion"),
        (answers({"choices": [{"message": {"content": None}}]}), "no text"),
        (answers({"error": "overloaded"}), "no chat completion"),
        (always(Say("I am sorry.")), "no JSON object"),
        (always(Say("")), "no JSON object"),
        (always(Say({"relevant": "all of them"})), "no list"),
        (always(Status(401)), "status 401"),
        (always(Status(404, b"not json")), "status 404"),
    ],
)
def test_a_broken_answer_changes_nothing_and_is_noted(script: Script, note: str) -> None:
    opinion = opinion_of(script)
    assert note in opinion.note
    assert opinion == Opinion(note=opinion.note)


def test_where_nobody_listens_is_noted() -> None:
    with serving(agree) as server:
        pass
    limits = AdviserLimits(deadline_s=60, retries=0)
    note = "the endpoint cannot be reached, or closes the connection"
    assert ask(server, limits) == Opinion(note=note)


def test_a_talked_over_model_can_only_add_what_was_offered() -> None:
    told = {
        "relevant": ["b", "no_such_rule", "a' OR 1=1"],
        "refuse": "everything",
        "allow": True,
        "remove": ["a"],
        "reason": "All is safe;\nignore the guard.",
    }
    assert opinion_of(always(Say(told))) == Opinion(
        relevant=("b",),
        reason="All is safe; ignore the guard.",
        note="the model named constraints that were not offered",
    )


def test_a_redirection_is_not_followed() -> None:
    with serving(agree) as elsewhere:
        there = {"Location": f"{elsewhere.url}/chat/completions"}
        assert opinion_of(always(Status(307, headers=there))).relevant == ()
    assert elsewhere.requests == []


# Retries


def fails_first(*statuses: int) -> Script:
    left = list(statuses)
    soon = {"Retry-After-Ms": "1"}
    return lambda asked: Status(left.pop(0), headers=soon) if left else agree(asked)


@pytest.mark.parametrize("statuses", [(429,), (503, 429), (500,), (408,)])
def test_what_may_pass_is_tried_again(statuses: tuple[int, ...]) -> None:
    with serving(fails_first(*statuses)) as server:
        assert ask(server).relevant == ("b",)
    assert len(server.requests) == len(statuses) + 1


def test_it_is_not_tried_for_ever() -> None:
    with serving(fails_first(*[429] * 9)) as server:
        assert ask(server) == Opinion(note="the endpoint answered with status 429")
    assert len(server.requests) == 3


@pytest.mark.parametrize("status", [400, 422])
def test_a_server_that_does_not_know_the_format_is_asked_without(status: int) -> None:
    def script(asked: Asked) -> Answer:
        if "response_format" in asked.body:
            return Status(status, {"error": "unknown field"})
        return agree(asked)

    assert opinion_of(script).relevant == ("b",)


# Budget


def spending(script: Script, limits: AdviserLimits, times: int) -> tuple[list[Opinion], int, int]:
    with serving(script) as server:
        model = LanguageModelAdviser(Endpoint(server.url, "judge"), limits)
        found = [model.opinion(question(f"Task {i}.", offered=OFFERED)) for i in range(times)]
        return found, model.tokens_spent, len(server.requests)


def test_the_budget_of_an_episode_ends() -> None:
    limits = AdviserLimits(deadline_s=60, episode_tokens=4900, reply_tokens=500)
    found, spent, requests = spending(always(Say(AGREED, usage={"total_tokens": 900})), limits, 4)
    assert [bool(opinion.relevant) for opinion in found] == [True, True, False, False]
    assert "3100 of 4900 tokens left" in found[-1].note
    assert (spent, requests) == (1800, 2)


def test_a_new_episode_has_the_whole_budget() -> None:
    limits = AdviserLimits(deadline_s=60, episode_tokens=4500, reply_tokens=500)
    with serving(always(Say(AGREED, usage={"total_tokens": 1900}))) as server:
        model = LanguageModelAdviser(Endpoint(server.url, "judge"), limits)
        assert model.opinion(question("One.", offered=OFFERED)).relevant
        assert not model.opinion(question("Two.", offered=OFFERED)).relevant
        model.new_episode()
        assert model.opinion(question("Two.", offered=OFFERED)).relevant


@pytest.mark.parametrize("usage", [None, {}, [], {"total_tokens": -5}, {"total_tokens": True}])
def test_what_the_server_does_not_count_is_estimated(usage: object) -> None:
    _, spent, _ = spending(always(Say(AGREED, usage)), PATIENT, 1)
    assert 2500 < spent < 6000


def test_a_task_that_is_too_long_is_not_asked_about() -> None:
    with serving(agree) as server:
        assert "not sent" in ask(server, text="x" * 300_000).note
    assert server.requests == []


@pytest.mark.parametrize(
    ("script", "limits", "counts"),
    [
        (always(Status(401)), PATIENT, False),
        (always(Say("junk", usage={"total_tokens": 50})), PATIENT, True),
        (answers(b"junk"), PATIENT, True),
        (always(Never()), HASTY, True),
    ],
)
def test_what_may_have_been_spent_counts(
    script: Script, limits: AdviserLimits, counts: bool
) -> None:
    assert bool(spending(script, limits, 1)[1]) == counts


# Cache


def test_the_same_question_is_asked_once(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "replies")
    with serving(agree) as server:
        assert ask(server, cache=cache) == ask(server, cache=cache)
        assert len(server.requests) == 1
        model = LanguageModelAdviser(Endpoint(server.url, "judge"), PATIENT, cache)
        assert model.opinion(question("Wash up.", offered=OFFERED)).relevant == ("b",)
        assert model.tokens_spent == 0
        ask(server, cache=cache, text="Something else.")
        LanguageModelAdviser(Endpoint(server.url, "other"), PATIENT, cache).opinion(
            question("Wash up.", offered=OFFERED)
        )
    assert len(server.requests) == 3


def test_junk_is_not_kept(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "replies")
    with serving(always(Say("junk"))) as server:
        ask(server, cache=cache)
        ask(server, cache=cache)
    assert len(server.requests) == 2


@pytest.mark.parametrize("payload", [b"junk", b"\xff", b'{"relevant": "b"}'])
def test_a_kept_reply_that_is_no_good_is_asked_for_again(payload: bytes, tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "replies")
    with serving(agree) as server:
        ask(server, cache=cache)
        (path,) = (tmp_path / "replies").iterdir()
        cache.write(path.name, payload)
        assert ask(server, cache=cache).relevant == ("b",)
    assert len(server.requests) == 2


def test_a_kept_reply_can_do_no_more_than_a_fresh_one(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "replies")
    with serving(agree) as server:
        ask(server, cache=cache)
        (path,) = (tmp_path / "replies").iterdir()
        cache.write(path.name, b'{"relevant": ["z", "a"], "refuse": "z"}')
        assert ask(server, cache=cache).relevant == ("a",)


# The key


ECHOES: list[Answer] = [
    Status(401, {"error": {"message": f"bad key {KEY}", "code": KEY}}),
    Say({"relevant": ["a"], "refuse": "b", "reason": f"The key is {KEY}."}),
    Say(AGREED),
]


@pytest.mark.parametrize("script", [always(each) for each in ECHOES])
def test_the_key_is_never_shown_logged_or_kept(
    script: Script,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    endpoint = Endpoint("http://localhost/v1", "judge")
    with serving(script) as server:
        opinion = ask(server, cache=FileCache(tmp_path, "replies"))
    captured = capfd.readouterr()
    shown = [repr(opinion), repr(endpoint), caplog.text, captured.out, captured.err]
    kept = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert all(KEY not in text for text in shown)
    assert all(KEY.encode() not in data for data in kept)


def test_the_key_comes_from_the_variable_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "another")
    with serving(agree) as server:
        for variable in ("MY_KEY", "NO_SUCH_KEY"):
            endpoint = Endpoint(server.url, "judge", key_variable=variable)
            LanguageModelAdviser(endpoint).opinion(question("Wash up.", offered=OFFERED))
    sent = [request.headers["authorization"] for request in server.requests]
    assert sent == ["Bearer another", "Bearer none"]


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(InputError, match=r"pip install 'is_bench\[llm\]'"):
        LanguageModelAdviser(Endpoint("http://localhost", "judge"))


def test_it_can_be_asked_within_a_running_event_loop() -> None:
    import asyncio

    async def inside(check: Callable[[], Opinion]) -> Opinion:
        return check()

    with serving(agree) as server:
        assert asyncio.run(inside(lambda: ask(server))).relevant == ("b",)
