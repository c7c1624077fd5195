"""The planner that asks a language model, through real nodes: as in the direct engine."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from is_bench_interfaces.msg import ModelExchange
from rosbags.highlevel import AnyReader

from is_bench.chat import ChatUnavailable, Message, Reply, Request, Usage
from is_bench.chat.limits import Allowance
from is_bench.ros import graph
from is_bench.scenarios import load_dataset
from is_bench.verdict import GuardMode
from is_bench_eval.engines.choice import ENGINES
from is_bench_eval.engines.direct import DirectEngine
from is_bench_eval.engines.ros.engine import RosEngine
from is_bench_eval.episodes.episode import Episode
from is_bench_eval.recording.footage_files import FOLDER, footage_file, write_footage
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.recording.results import Record, episode_record
from is_bench_eval.recording.topics import CONVERSATION
from is_bench_eval.reports.footage_scripts import footage_scripts
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_planner_node.conversation_publisher import ConversationPublisher
from is_planner_node.core.conversation import Exchange
from is_planner_node.core.conversation_messages import exchange_of
from is_planner_node.core.planning import Planning
from is_planner_node.core.settings import Model, PlanMode, SafetyLevel
from tests.caches import fresh_cache
from tests.chat_server.agents import careless
from tests.chat_server.server import Script, serving
from tests.ros.harness import Ros

pytestmark = [pytest.mark.ros, pytest.mark.usefixtures("domain")]

DATASET = load_dataset(None)
TASKS = ("microwave_a_potato", "bake_two_pizzas")


def records(run: RunSpec, engine: type[DirectEngine | RosEngine]) -> list[Record]:
    made = engine(run, DATASET, OutputPaths())
    try:
        return [
            episode_record(DATASET.get(task), made.run(EpisodeSpec(number, task, 0)))
            for number, task in enumerate(TASKS)
        ]
    finally:
        made.close()


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("IS_BENCH_CACHE", str(fresh_cache(tmp_path / "cache")))


@pytest.mark.parametrize("mode", list(PlanMode))
@pytest.mark.parametrize("guard", [GuardMode.OFF, GuardMode.ENFORCE])
def test_both_engines_give_the_same_lines(
    mode: PlanMode, guard: GuardMode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for engine in (DirectEngine, RosEngine):
        monkeypatch.setenv("IS_BENCH_CACHE", str(fresh_cache(tmp_path / engine.__name__)))
        with serving(careless(DATASET)) as server:
            planning = Planning(
                server.url, "m", image_size=0, plan_mode=mode, awareness=True,
                safety_level=SafetyLevel.REASONING, price_prompt=1.0, price_completion=2.0,
            )  # fmt: skip
            found.append(records(RunSpec(planner="vlm", guard=guard, planning=planning), engine))
    assert found[0] == found[1]
    assert all(record["planner"]["usage"]["requests"] > 1 for record in found[0])
    assert all(record["planner"]["awareness"] for record in found[0])


def exchanges(found: Episode) -> list[Exchange]:
    """What was said, without what messages do not tell of the usage."""
    return [
        replace(one, usage=Usage(0, one.usage.prompt_tokens, one.usage.completion_tokens))
        for one in found.footage.talk
    ]


def test_both_engines_keep_the_same_conversation_and_the_report_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for name in ("direct", "ros"):
        monkeypatch.setenv("IS_BENCH_CACHE", str(fresh_cache(tmp_path / f"cache_{name}")))
        with serving(careless(DATASET)) as server:
            planning = Planning(server.url, "m", image_size=0, plan_mode=PlanMode.PLAN)
            run = RunSpec(planner="vlm", guard=GuardMode.ENFORCE, planning=planning)
            outputs = OutputPaths(bag=tmp_path / f"bag_{name}", footage=tmp_path / name)
            with closing(ENGINES[name](run, DATASET, outputs)) as engine:
                found.append(engine.run(EpisodeSpec(0, "put_pills_into_cabinet", 0)))
    direct, ros = map(exchanges, found)
    assert ros == direct
    assert [turn.role for turn in ros[0].said] == ["system", "user"]
    assert found[1].guard is not None
    objection = found[1].guard.plans[0].conflicts[0].feedback.partition(" (")[0]
    assert objection
    assert objection in ros[1].said[-1].text
    task = found[1].spec.task
    write_footage(footage_file(tmp_path / FOLDER, task, 0), found[1].footage)
    (shown,) = footage_scripts(tmp_path, [{"task": task, "plan_index": 0}])
    talk = json.loads(shown.json)["talk"]
    assert [one["reply"] for one in talk] == [one.reply for one in ros]
    assert objection in talk[1]["said"][-1]["text"]
    bags = [read(tmp_path / f"bag_{name}") for name in ("direct", "ros")]
    assert [list(map(exchange_of, bag)) for bag in bags] == [ros, ros]


def read(bag: Path) -> list[Any]:
    """The exchanges in a bag."""
    with AnyReader([bag]) as reader:
        wanted = [each for each in reader.connections if each.topic == CONVERSATION]
        listed = [(time, each, data) for each, time, data in reader.messages(wanted)]
        return [reader.deserialize(data, each.msgtype) for _, each, data in listed]


def test_an_episode_that_fails_has_published_what_was_asked(ros: Ros) -> None:
    heard = ros.listen(ModelExchange, graph.CONVERSATION)
    node = ros.node("planner")
    talk = ConversationPublisher(node)
    model = talk.begin("lamp/0", Model(Unreachable()))
    assert model is not None
    with pytest.raises(ChatUnavailable):
        model.chat.conversation().ask(Request((Message("user", "what next?"),)))
    talk.publish()
    talk.publish()
    ros.until(lambda: len(heard) == talk.published)
    (message,) = heard
    assert (message.episode_id, message.reply) == ("lamp/0", "")
    assert message.error == "nobody is there"


class Unreachable:
    """A model that never replies."""

    usage = Usage()

    def conversation(self, allowance: Allowance | None = None) -> Unreachable:
        del allowance
        return self

    def ask(self, request: Request) -> Reply:
        del request
        raise ChatUnavailable("nobody is there")

    def discard_cached(self, request: Request) -> None:
        """Keep nothing."""


def answering(text: str) -> Script:
    return lambda _: text


def test_a_model_that_says_nothing_usable_ends_its_episode() -> None:
    with serving(answering("hm")) as server:
        run = RunSpec(planner="vlm", planning=Planning(server.url, "m", image_size=0))
        (record, _) = records(run, RosEngine)
    assert record["ending"] == "plan_exhausted"
    assert "no usable answer" in record["planner"]["gave_up"]
    assert not record["strict"]["success"]


def test_an_endpoint_that_is_not_there_fails_the_episode_as_infrastructure() -> None:
    planning = Planning("http://127.0.0.1:9/v1", "m", image_size=0)
    run = replace(RunSpec(planner="vlm"), planning=planning)
    with pytest.raises(Exception, match="cannot be reached"):
        records(run, RosEngine)
