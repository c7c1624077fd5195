"""What a guard says over ROS, it says again when it is led through its bag."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from is_bench_interfaces.msg import Fact, SceneObject
from is_bench_interfaces.srv import CheckPlan
from rclpy.parameter import Parameter
from std_srvs.srv import Trigger

from is_bench.evaluation import Status
from is_bench.ros import graph
from is_bench.scenarios import Dataset, bundled_dataset
from is_bench.verdict import GuardMode
from is_bench_eval.engines.choice import ENGINES
from is_bench_eval.recording.bag_check import verify_bag
from is_bench_eval.recording.node import BagRecorder
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.replay.bags import ReplayedBag, replay_bag
from is_bench_eval.replay.comparing import Difference
from is_bench_eval.replay.player import Player, Rules
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from tests.ros.harness import EPISODE, HOUSE_RULES, LAMP_ON, Guarded, Robot, Ros, calls

pytestmark = pytest.mark.ros

CABINET = "cabinet.n.01_1"
CLOSE = f"CLOSE({CABINET})"


def replayed(path: Path, rules: Rules | None = None) -> ReplayedBag:
    assert verify_bag(path).faults == ()
    return replay_bag(path, Player(rules or Rules()))


def fact(value: int) -> list[Fact]:
    return [Fact(predicate="open", arguments=[CABINET], value=value)]


@pytest.mark.usefixtures("domain")
def test_episodes_are_replayed(tmp_path: Path) -> None:
    run = RunSpec(planner="careless", guard=GuardMode.ENFORCE, dataset=Path("dynamic"))
    names = ("fridge_door_sticks", "towel_that_nobody_sees")
    bag, said = tmp_path / "bag", 0
    with closing(ENGINES["ros"](run, bundled_dataset("dynamic"), OutputPaths(bag))) as engine:
        for place, name in enumerate(names):
            found = engine.run(EpisodeSpec(place, name, 0)).guard
            assert found is not None
            said += 1 + sum(len(plan.verdicts) for plan in found.plans) + len(found.decisions)
    again = replayed(bag)
    assert again.notices == ()
    assert again.counts == {Difference.NONE: said}


@pytest.fixture
def guard(ros: Ros, dataset: Dataset, tmp_path: Path) -> Guarded:
    """A guard with a house rule, which was told of no task."""
    rules = tmp_path / "rules.yaml"
    rules.write_text(HOUSE_RULES, encoding="utf-8")
    limits = {"hold_s": 0.3, "max_state_age_s": 1.0}
    return Guarded(ros, dataset, episode="", knowledge="kb", knowledge_base=str(rules), **limits)


def ask_for_what_depends_on_facts(guard: Guarded, robot: Robot) -> None:
    """Blocked; held and let through; held and refused: three judgements that are told."""
    robot.tell(facts=fact(1))
    guard.ros.until(guard.told)
    assert guard.ask(LAMP_ON).message.startswith("No lamp is switched on")
    robot.tell(facts=fact(2))
    held = guard.start(LAMP_ON, index=1)
    guard.ros.until(lambda: guard.node._arbiter.is_holding)
    robot.tell(closed_world=False, facts=fact(0))
    assert guard.ros.wait(held).status is Status.OK
    robot.tell(facts=fact(2))
    guard.ros.until(guard.told)
    assert guard.ask(LAMP_ON, index=2).status is Status.BLOCKED
    robot.tell(facts=fact(0))


def stop_in_the_middle(guard: Guarded, robot: Robot) -> None:
    """Accepted and stopped; refused meanwhile; refused after; let through: four judgements."""
    robot.slow = True
    running = guard.start(CLOSE, index=3)
    robot.begin()
    assert guard.ask(LAMP_ON, index=4).message.startswith("another skill")
    guard.ros.call(Trigger, graph.ESTOP, Trigger.Request())
    assert guard.ros.wait(running).status is Status.FAILED
    assert guard.ask(CLOSE, index=5).message.startswith("the emergency stop is set")
    guard.ros.call(Trigger, graph.ESTOP_RESET, Trigger.Request())
    robot.slow = False
    assert guard.ask(CLOSE, index=6).status is Status.OK


def ask_without_a_good_state(guard: Guarded, robot: Robot) -> None:
    """Stale; unreadable: two judgements."""
    guard.tell_task()  # before it, states had to show what the last skill did
    stamp = robot.now() - 3_000_000_000
    robot.tell(stamp_ns=stamp)
    guard.ros.until(lambda: guard.node._session.latest.stamp_ns == stamp)
    assert "s old" in guard.ask(CLOSE, index=7).message
    robot.tell(facts=fact(9))
    guard.ros.until(lambda: guard.node._session._evidence.unreadable)
    assert "has the value 9" in guard.ask(CLOSE, index=8).message


def ask_under_other_rules(guard: Guarded, robot: Robot) -> None:
    """Let through without the house rule; refused without a task: two judgements."""
    guard.node.set_parameters([Parameter("knowledge_base", value="")])
    guard.tell_task("lamp/1")
    robot.tell(episode="lamp/1", facts=fact(1))
    guard.ros.until(guard.node._session.is_current)
    robot.tells = False
    assert guard.ask(LAMP_ON, episode="lamp/1").status is Status.OK
    nameless = [SceneObject(synset="table_lamp.n.01")]
    guard.tell_task("lamp/2", objects=nameless)
    assert guard.ask(CLOSE, episode="lamp/2").status is Status.BLOCKED


def test_whatever_happens_to_a_guard_is_replayed(
    ros: Ros, robot: Robot, guard: Guarded, tmp_path: Path
) -> None:
    recorder = ros.make(BagRecorder, tmp_path / "bag")
    guard.connect(robot)
    assert guard.ask(CLOSE).status is Status.BLOCKED  # there is no task yet
    guard.tell_task()
    request = CheckPlan.Request(episode_id=EPISODE, plan=calls(LAMP_ON, CLOSE, LAMP_ON, "DONE"))
    ros.call(CheckPlan, graph.CHECK_PLAN, request)
    ask_for_what_depends_on_facts(guard, robot)
    stop_in_the_middle(guard, robot)
    ask_without_a_good_state(guard, robot)
    ask_under_other_rules(guard, robot)
    steps = 1 + 3 + 4 + 2 + 2
    ros.wait(recorder.wait_for(graph.VERDICTS, steps))
    ros.let_pass(0.1)
    ros.remove(recorder)

    again = replayed(tmp_path / "bag")
    assert again.counts == {Difference.NONE: steps + 3 + 4}  # and tasks, and steps of a plan
    without = replayed(tmp_path / "bag", Rules(constraint_files=()))
    changed = [p.recorded for p in without.pairs if p.difference is Difference.DECISION]
    assert {name for verdict in changed if verdict for name in verdict.constraints} == {
        "house_rule"
    }


def test_a_recorder_that_comes_late_gets_what_was_latched(
    ros: Ros, robot: Robot, dataset: Dataset, tmp_path: Path
) -> None:
    guard = Guarded(ros, dataset, knowledge="kb", stages="action")
    guard.connect(robot)
    robot.tell()
    assert guard.ask(CLOSE).status is Status.OK
    recorder = ros.make(BagRecorder, tmp_path / "bag")
    ros.wait(recorder.wait_for(graph.VERDICTS, 1))
    robot.tell()  # to be discovered took time, in which the state has aged
    assert guard.ask(CLOSE, index=1).status is Status.OK
    ros.wait(recorder.wait_for(graph.VERDICTS, 2))
    ros.let_pass(0.2)
    ros.remove(recorder)
    again = replayed(tmp_path / "bag")
    assert again.counts == {Difference.NONE: 3}
