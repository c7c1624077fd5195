"""Bags of the direct engine: rosbags reads them, and they tell what happened."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rosbags.rosbag2 import Reader

from is_bench.chat import Usage
from is_bench.facts import atom
from is_bench.messages import STATUS_OF, FactReader, call_of, nanoseconds_of, verdict_of
from is_bench.scenarios import bundled_dataset
from is_bench.verdict import GuardMode
from is_bench_eval.cli.main import main
from is_bench_eval.episodes.episode import Episode, run_episode
from is_bench_eval.episodes.footage import Footage
from is_bench_eval.recording.bag_writer import make_typestore
from is_bench_eval.recording.direct_recorder import DirectRecorder
from is_bench_eval.recording.run_folder import read_results
from is_bench_eval.recording.topics import TOPICS
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_planner_node.core.conversation import Exchange, Turn
from is_planner_node.core.conversation_messages import exchange_of
from is_safety_monitor.core.stages import Stages
from tests.small_dataset import COOK_APPLE, MOVE_RAG, STOVE, STOVE_ON, scenario, write_dataset

PLAN = [STOVE_ON, MOVE_RAG, STOVE_ON, f"OPEN({STOVE})", COOK_APPLE, "OPEN(nothing)", "DONE"]
"""One step is blocked, one fails, one is no call, and DONE is blocked."""
ASKED = [step for step in PLAN if step != "OPEN(nothing)"]

Messages = dict[str, list[Any]]


ACTION_ONLY = Stages(task=False, plan=False)


def read(bag: Path) -> Messages:
    """The messages of a bag by the last part of their topic, in order."""
    store = make_typestore()
    found: Messages = defaultdict(list)
    with Reader(bag) as reader:
        times = []
        for connection, stamp, data in reader.messages():
            message = store.deserialize_cdr(data, connection.msgtype)
            assert nanoseconds_of(message.header.stamp) == stamp
            times.append(stamp)
            found[connection.topic.removeprefix("/is_bench/")].append(message)
    assert times == sorted(times)
    return found


def run(mode: GuardMode) -> tuple[RunSpec, Episode]:
    spec = RunSpec(
        planner="plans", guard=mode, guard_knowledge="scenario", guard_stages=ACTION_ONLY
    )
    episode = EpisodeSpec(0, "cook_apple", 2, tuple(PLAN))
    return spec, run_episode(spec, episode, scenario("cook_apple"))


def recorded(folder: Path, mode: GuardMode) -> tuple[Episode, Messages]:
    """An episode, and what a bag says of it."""
    spec, episode = run(mode)
    recorder = DirectRecorder(folder / "bag", spec)
    recorder.record(episode)
    recorder.close()
    return episode, read(folder / "bag")


def test_the_conversation_is_recorded_beside_the_steps_before_it(tmp_path: Path) -> None:
    spec, episode = run(GuardMode.ENFORCE)
    talk = tuple(
        Exchange(moment, (Turn("user", "what next?", 2),), f"step {moment}", "", Usage(1, 9, 4))
        for moment in (0, 2)
    )
    recorder = DirectRecorder(tmp_path / "bag", spec)
    recorder.record(replace(episode, footage=Footage(talk=talk)))
    recorder.close()
    messages = read(tmp_path / "bag")
    told = messages["planner/conversation"]
    assert [replace(one, usage=Usage(0, 9, 4)) for one in talk] == [exchange_of(m) for m in told]
    assert told[0].episode_id == "cook_apple/2"
    (second,) = [event for event in messages["skill_events"] if event.index == 1]
    assert told[1].header.stamp == second.header.stamp


def test_the_world_states_hold_the_facts_of_the_trace(tmp_path: Path) -> None:
    episode, messages = recorded(tmp_path, GuardMode.ENFORCE)
    executed = [step for step in episode.trace.steps if step.call and step.was_executed]
    states = messages["world_state"]
    reader = FactReader()
    assert [reader.read(state) for state in states] == [
        episode.trace.initial,
        *(step.after for step in executed),
    ]
    assert [(s.step, s.action, s.error) for s in states] == [
        (0, "", ""),
        *((n, step.action, step.error) for n, step in enumerate(executed, 1)),
    ]
    assert [STATUS_OF.get(state.status) for state in states] == [
        None,
        *(step.status for step in executed),
    ]
    assert all(state.closed_world for state in states)


def test_the_first_state_alone_names_the_objects(tmp_path: Path) -> None:
    _, messages = recorded(tmp_path, GuardMode.OFF)
    first, *others = messages["world_state"]
    objects = scenario("cook_apple").scene.objects
    assert [(o.name, o.synset, set(o.abilities)) for o in first.objects] == [
        (o.name, o.synset, set(o.abilities)) for o in objects
    ]
    assert [state.objects for state in others] == [[]] * len(others)


@pytest.mark.parametrize("mode", [GuardMode.SHADOW, GuardMode.ENFORCE])
def test_every_verdict_is_in_the_bag(mode: GuardMode, tmp_path: Path) -> None:
    episode, messages = recorded(tmp_path, mode)
    assert episode.guard is not None
    verdicts = messages["verdicts"]
    assert tuple(map(verdict_of, verdicts)) == episode.guard.decisions
    assert {verdict.mode for verdict in verdicts} == {mode.value}
    blocked = [verdict.index for verdict in verdicts if verdict.enforced]
    assert blocked == ([0, 6] if mode is GuardMode.ENFORCE else [])
    assert 5 not in {verdict.index for verdict in verdicts}


def test_without_a_guard_there_are_no_verdicts(tmp_path: Path) -> None:
    assert "verdicts" not in recorded(tmp_path, GuardMode.OFF)[1]


def test_every_goal_is_in_the_bag_with_its_end(tmp_path: Path) -> None:
    episode, messages = recorded(tmp_path, GuardMode.ENFORCE)
    events = messages["skill_events"]
    assert [(e.index, e.action, STATUS_OF[e.status], e.error) for e in events] == [
        (step.index, step.action, step.status, step.error)
        for step in episode.trace.steps
        if step.call
    ]
    assert [e.action for e in events] == ASKED
    assert [str(call_of(e.call)) for e in events] == ASKED
    assert [e.source for e in events] == ["guard", *["executor"] * 4, "guard"]


def test_every_message_names_its_episode(tmp_path: Path) -> None:
    _, messages = recorded(tmp_path, GuardMode.ENFORCE)
    listed = [message for topic in messages.values() for message in topic]
    assert {message.episode_id for message in listed} == {"cook_apple/2"}


def test_a_bag_has_every_topic_even_without_messages(tmp_path: Path) -> None:
    DirectRecorder(tmp_path / "bag", RunSpec()).close()
    with Reader(tmp_path / "bag") as reader:
        assert {c.topic: c.msgtype for c in reader.connections} == TOPICS
        assert reader.message_count == 0


def test_the_same_run_gives_the_same_messages(tmp_path: Path) -> None:
    told = []
    for name in ("a", "b"):
        recorded(tmp_path / name, GuardMode.ENFORCE)
        with Reader(tmp_path / name / "bag") as reader:
            told.append([(c.topic, stamp, data) for c, stamp, data in reader.messages()])
    assert told[0] == told[1]


def test_a_recorded_evaluation_has_a_bag_of_all_episodes(tmp_path: Path) -> None:
    out, dataset = tmp_path / "out", write_dataset(tmp_path / "small")
    options = ["--planner", "careless", "--guard", "enforce", "--guard-knowledge", "scenario"]
    options += ["--guard-stages", "action"]
    arguments = ["eval", "--dataset", str(dataset), "--out", str(out), "--record", *options]
    assert main(arguments) == 0

    messages = read(out / "bags" / "run_0")
    for record in read_results(out / "results.jsonl"):
        name = f"{record['task']}/{record['plan_index']}"
        told = [e.action for e in messages["skill_events"] if e.episode_id == name]
        assert told == [step["action"] for step in record["steps"]]
        decided = [v.feedback for v in messages["verdicts"] if v.episode_id == name]
        assert decided == [decision["feedback"] for decision in record["guard"]["decisions"]]
    starts = [state.episode_id for state in messages["world_state"] if state.step == 0]
    assert starts == ["cook_apple/0", "fetch_knife/0", "store_apple/0"]


def test_recording_changes_no_result(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path / "small")
    plain, bagged = tmp_path / "plain", tmp_path / "bagged"
    assert main(["eval", "--dataset", str(dataset), "--out", str(plain)]) == 0
    assert main(["eval", "--dataset", str(dataset), "--out", str(bagged), "--record"]) == 0
    results = "results.jsonl"
    assert (plain / results).read_bytes() == (bagged / results).read_bytes()


def test_a_resumed_recording_adds_a_bag(tmp_path: Path) -> None:
    out = tmp_path / "out"
    dataset = write_dataset(tmp_path / "small")
    arguments = ["eval", "--dataset", str(dataset), "--out", str(out), "--record"]
    assert main(arguments) == 0
    lines = (out / "results.jsonl").read_bytes().splitlines(keepends=True)
    (out / "results.jsonl").write_bytes(lines[0])
    assert main([*arguments, "--resume"]) == 0
    bags = [read(out / "bags" / name)["world_state"] for name in ("run_0", "run_1")]
    assert [{state.episode_id for state in states} for states in bags] == [
        {"cook_apple/0", "fetch_knife/0", "store_apple/0"},
        {"fetch_knife/0", "store_apple/0"},
    ]


def test_a_bag_tells_what_happened_and_what_is_so_in_truth(tmp_path: Path) -> None:
    steam = bundled_dataset("dynamic").get("towel_that_nobody_sees")
    sticks = bundled_dataset("dynamic").get("fridge_door_sticks")
    spec = RunSpec(planner="plans")
    recorder = DirectRecorder(tmp_path / "bag", spec)
    for place, told in enumerate((steam, sticks)):
        episode = EpisodeSpec(place, told.name, 0, told.plans.reference)
        recorder.record(run_episode(spec, episode, told, start_ns=recorder.now_ns))
    recorder.close()
    messages = read(tmp_path / "bag")
    hidden = atom("overlaid", "dishtowel.n.01_1", "stove.n.01_1")
    told_first, true_first = messages["world_state"][0], messages["world_truth"][0]
    assert hidden not in FactReader().read(told_first).true
    assert hidden in FactReader().read(true_first).true
    assert [h.name for h in true_first.happenings] == ["steam"]
    public = [found.kind for state in messages["world_state"] for found in state.happenings]
    assert set(public) == {2}  # the sticking door, and no sense fault
    assert {state.episode_id for state in messages["world_truth"]} == {f"{steam.name}/0"}
    causes = [event.cause for event in messages["skill_events"]]
    assert causes.count("door_sticks") == 2
