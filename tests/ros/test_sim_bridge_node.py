"""The simulator as a ROS robot."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from is_bench_interfaces.msg import SkillEvent, WorldState
from is_bench_interfaces.srv import ResetWorld
from rclpy.callback_groups import ReentrantCallbackGroup

from is_bench.calls import SkillCall, parse_call
from is_bench.evaluation import Status
from is_bench.messages import FactReader, call_message, nanoseconds_of
from is_bench.ros import graph, skill_client, types
from is_bench.ros.skill_client import SkillClient, SkillResult
from is_bench.scenarios import Dataset
from is_bench.world import RELEASED
from sim_bridge.eventful import EventfulSimulator
from sim_bridge.node import SimBridge
from sim_bridge.remote.client import RemoteSimulator
from sim_bridge.remote.spec import BackendSpec
from tests.ros.harness import EPISODE, LAMP_ON, PATIENCE_S, Ros

pytestmark = pytest.mark.ros


class Simulated:
    """A sim_bridge and its client."""

    def __init__(self, ros: Ros, dataset: Dataset, **parameters: object) -> None:
        self.ros = ros
        self.states = ros.listen(WorldState, graph.WORLD_STATE)
        self.events = ros.listen(SkillEvent, graph.SKILL_EVENTS)
        self.node = ros.make(SimBridge, dataset, **parameters)
        self._skills = SkillClient(ros.node("client"), graph.ROBOT_SKILL, ReentrantCallbackGroup())

    def reset(self, **fields: Any) -> ResetWorld.Response:
        request = {"episode_id": EPISODE, "task": "lamp", "world": "released", **fields}
        return self.ros.call(ResetWorld, graph.RESET_WORLD, ResetWorld.Request(**request))

    def do(self, action: str, index: int = 0, episode: str = EPISODE) -> SkillResult:
        return self.do_call(parse_call(action), action, index, episode)

    def do_call(
        self, call: SkillCall, text: str = "", index: int = 0, episode: str = EPISODE
    ) -> SkillResult:
        assert self._skills.wait_for_server(PATIENCE_S)
        result: SkillResult = self.ros.wait(
            self.ros.start(self._skills.execute(episode, index, call, text))
        )
        return result

    def state(self, step: int) -> WorldState:
        """The first state after `step` skills."""
        return self.ros.until(lambda: next((s for s in self.states if s.step == step), None))


@pytest.fixture(autouse=True)
def _no_wait_for_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulator gives none."""
    monkeypatch.setattr(skill_client, "MAX_WAIT_FOR_REASON_S", 0.05)


@pytest.fixture
def simulated(ros: Ros, dataset: Dataset) -> Simulated:
    return Simulated(ros, dataset)


def test_reset_publishes_the_initial_state(simulated: Simulated, dataset: Dataset) -> None:
    answer = simulated.reset()
    assert (answer.success, answer.message) == (True, "")
    state = simulated.state(0)
    assert state == answer.state
    assert (state.episode_id, state.action, state.status) == (EPISODE, "", WorldState.STATUS_NONE)
    scene = dataset.get("lamp").scene
    assert [thing.name for thing in state.objects] == [thing.name for thing in scene.objects]
    assert FactReader().read(state) == scene.world(RELEASED).facts()


@pytest.mark.parametrize(("field", "value"), [("task", "juggle"), ("world", "flat"), ("world", "")])
def test_a_reset_that_cannot_be_done_says_why(simulated: Simulated, field: str, value: str) -> None:
    answer = simulated.reset(**{field: value})
    assert not answer.success
    assert repr(value) in answer.message
    assert simulated.do(LAMP_ON).status is Status.BLOCKED


def test_any_seed_is_taken(simulated: Simulated) -> None:
    assert simulated.reset(seed=2**64 - 1).success


def test_states_are_numbered_and_stamped_with_the_results(simulated: Simulated) -> None:
    simulated.reset()
    assert simulated.do("CLOSE(cabinet.n.01_1)").status is Status.OK
    assert simulated.do("OPEN(table_lamp.n.01_1)", 1).status is Status.FAILED
    first, second = simulated.state(1), simulated.state(2)
    assert (first.action, first.status, first.error) == (
        "CLOSE(cabinet.n.01_1)",
        WorldState.STATUS_OK,
        "",
    )
    assert (second.status, bool(second.error)) == (WorldState.STATUS_FAILED, True)
    stamps = [nanoseconds_of(simulated.state(step).header.stamp) for step in range(3)]
    assert stamps == sorted(stamps)
    simulated.ros.until(lambda: len(simulated.events) == 2)
    assert [(e.source, e.index, e.status) for e in simulated.events] == [
        ("executor", 0, SkillEvent.STATUS_OK),
        ("executor", 1, SkillEvent.STATUS_FAILED),
    ]
    assert [nanoseconds_of(event.header.stamp) for event in simulated.events] == stamps[1:]


def test_a_new_reset_counts_anew(simulated: Simulated) -> None:
    simulated.reset()
    simulated.do("CLOSE(cabinet.n.01_1)")
    simulated.reset(episode_id="lamp/1")
    again: Any = simulated.ros.until(
        lambda: next((s for s in simulated.states if s.episode_id == "lamp/1"), None)
    )
    assert again.step == 0
    assert ("open", ["cabinet.n.01_1"]) in [(f.predicate, f.arguments) for f in again.facts]


def test_an_unchanged_state_is_stamped_anew(ros: Ros, dataset: Dataset) -> None:
    simulated = Simulated(ros, dataset, heartbeat_s=0.05)
    simulated.reset()
    ros.until(lambda: len(simulated.states) >= 3)
    first, *later = simulated.states
    stamps = [nanoseconds_of(state.header.stamp) for state in simulated.states]
    assert stamps == sorted(set(stamps))
    assert all((state.step, state.facts) == (0, first.facts) for state in later)


def test_before_a_reset_nothing_is_published_or_accepted(ros: Ros, dataset: Dataset) -> None:
    simulated = Simulated(ros, dataset, heartbeat_s=0.05)
    assert simulated.do(LAMP_ON, episode="").status is Status.BLOCKED
    ros.let_pass(0.2)
    assert simulated.states == []


def test_another_episode_is_rejected(simulated: Simulated) -> None:
    simulated.reset()
    assert simulated.do(LAMP_ON, episode="lamp/1").status is Status.BLOCKED
    assert simulated.events == []


@pytest.mark.parametrize(
    "call",
    [
        SkillCall("FLY"),
        SkillCall("OPEN"),
        SkillCall("OPEN", ("cabinet.n.01_1", "x")),
        SkillCall("OPEN", ("cabinet",)),
        SkillCall(""),
    ],
)
def test_calls_that_no_robot_could_do_fail_and_change_nothing(
    simulated: Simulated, call: SkillCall
) -> None:
    simulated.reset()
    failed = simulated.do_call(call)
    assert failed.status is Status.FAILED
    assert failed.message
    before, after = simulated.state(0), simulated.state(1)
    assert FactReader().read(after) == FactReader().read(before)
    assert (after.action, after.error) == (str(call), failed.message)


def test_a_call_is_what_counts_and_not_its_words(simulated: Simulated) -> None:
    simulated.reset()
    closed = SkillCall("CLOSE", ("cabinet.n.01_1",))
    assert simulated.do_call(closed, "open everything").status is Status.OK
    state = simulated.state(1)
    assert ("open", ["cabinet.n.01_1"]) not in [(f.predicate, f.arguments) for f in state.facts]
    assert state.action == "open everything"
    (event,) = simulated.ros.until(lambda: simulated.events)
    assert event.call == call_message(types, closed)


def test_things_that_appear_are_in_every_later_state(ros: Ros, dropped: Dataset) -> None:
    simulated = Simulated(ros, dropped, heartbeat_s=0.1)
    simulated.reset(task="glass")
    assert simulated.do("BREAK(wineglass.n.01_1)").status is Status.OK
    assert simulated.do("OPEN(cabinet.n.01_1)", 1).status is Status.OK
    first, broken, later = (simulated.state(step) for step in range(3))
    there = {thing.name for thing in first.objects}
    assert there == {thing.name for thing in dropped.get("glass").scene.objects}
    shards = [thing.name for thing in broken.objects]
    assert shards
    assert there.isdisjoint(shards)
    assert later.objects == broken.objects
    named = {name for fact in broken.facts for name in fact.arguments}
    assert named & set(shards)


@pytest.fixture
def breakable(simulated: Simulated) -> Iterator[Simulated]:
    """A sim_bridge whose simulator is a process that breaks on command."""
    spec = BackendSpec(
        "tests.sim_bridge.remote.backends:breakable",
        environment={"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    simulated.node._simulator = EventfulSimulator(RemoteSimulator(spec))
    yield simulated
    simulated.node._simulator.close()


@pytest.mark.parametrize("step", ["EXIT", "STOP", "HANG"])
def test_a_broken_simulator_ends_the_episode_and_the_next_reset_mends_it(
    breakable: Simulated, step: str
) -> None:
    breakable.reset()
    broken = breakable.do(step)
    assert broken.status is Status.FAILED
    assert "the simulator broke" in broken.message
    assert [state.step for state in breakable.states if state.step] == []
    assert breakable.do(LAMP_ON).status is Status.BLOCKED
    assert breakable.reset().success
    assert breakable.do(LAMP_ON).status is Status.OK


def test_a_simulator_that_dies_between_two_skills_is_missed(breakable: Simulated) -> None:
    breakable.reset()
    os.kill(breakable.node._simulator.simulator._connection._process.pid, signal.SIGKILL)
    breakable.ros.until(lambda: not breakable.node._episode)
    assert breakable.do(LAMP_ON).status is Status.BLOCKED
