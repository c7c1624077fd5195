"""Faults of tasks, rules and goals: what planners and operators ask for."""

from __future__ import annotations

from is_bench_interfaces.srv import CheckPlan
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState
from rclpy.parameter import Parameter

from is_bench.calls import SkillCall
from is_bench.evaluation import Status
from is_bench.messages import object_messages
from is_bench.ros import graph, types
from tests.faults.bench import CLOSE, CLOSE_FRIDGE, LAMP_IS_ON, UNSAFE, Bench
from tests.faults.registry import GOAL, TASK, case
from tests.ros.harness import FRIDGE_OPEN, calls

BURST = 60


@case(TASK, "a goal of an episode that nobody has begun")
def _no_task(bench: Bench) -> None:
    bench.index += 1
    before = len(bench.robot.asked)
    result = bench.guard.ask(CLOSE, index=bench.index, episode="nobody/0")
    assert result.status is Status.BLOCKED
    assert len(bench.robot.asked) == before


@case(TASK, "somebody else sets a task while something is due", "the task is refused")
def _second_task(bench: Bench) -> None:
    bench.robot.facts = (FRIDGE_OPEN, LAMP_IS_ON)
    bench.robot.tell()
    bench.tell()
    bench.passes(UNSAFE)
    bench.tell()
    refused = bench.guard.tell_task("other/0", owner="somebody else")
    assert not refused.accepted, "what was due is forgotten"
    assert bench.guard.node._session.episode == bench.episode


@case(TASK, "a task is set while a skill runs", "the task is refused, the skill goes on")
def _task_meanwhile(bench: Bench) -> None:
    running = bench.begin()
    refused = bench.guard.tell_task("other/0", owner="somebody else", take_over=True)
    assert not refused.accepted
    bench.robot.finish()
    assert bench.ros.wait(running).status is Status.OK


@case(TASK, "a task that cannot be read is set", "the task is refused, the present one remains")
def _unreadable_task(bench: Bench) -> None:
    things = object_messages(types, bench.dataset.get("lamp").scene.objects)
    for episode, objects in (("", things), ("other/0", [*things, things[0]])):
        refused = bench.guard.tell_task(episode, objects=objects, take_over=True)
        assert not refused.accepted
        assert bench.guard.node._session.episode == bench.episode
    bench.tell()
    bench.passes()
    bench.is_refused(UNSAFE)


@case(TASK, "knowledge_base is set to nothing", "the unsafe goal is refused all the same")
def _no_rules(bench: Bench) -> None:
    bench.guard.node.set_parameters([Parameter("knowledge_base", value="")])
    bench.guard.tell_task(bench.episode, take_over=True)
    bench.tell()
    bench.is_refused(UNSAFE)


@case(TASK, "mode is set to off", "the parameter is refused")
def _mode_off(bench: Bench) -> None:
    (result,) = bench.guard.node.set_parameters([Parameter("mode", value="off")])
    assert not result.successful
    bench.is_refused(UNSAFE)


@case(TASK, "the unsafe goal is asked for again and again")
def _insists(bench: Bench) -> None:
    for _ in range(10):
        bench.tell()
        bench.is_refused(UNSAFE)


@case(TASK, "a plan of 20,000 steps is checked", "the answer is bounded, a goal still passes")
def _long_plan(bench: Bench) -> None:
    request = CheckPlan.Request(episode_id=bench.episode, plan=calls(CLOSE) * 20_000)
    assert not bench.ros.call(CheckPlan, graph.CHECK_PLAN, request).accepted
    bench.tell()
    bench.passes()


@case(TASK, "a lifecycle transition that the guard's state does not have", "it is refused")
def _wrong_transition(bench: Bench) -> None:
    request = ChangeState.Request(transition=Transition(id=Transition.TRANSITION_CONFIGURE))
    answer = bench.ros.call(ChangeState, "/is_safety_monitor/change_state", request)
    assert not answer.success
    bench.tell()
    bench.passes()


@case(TASK, "the guard is told to use another clock while it runs", "the parameter is refused")
def _other_clock(bench: Bench) -> None:
    (result,) = bench.guard.node.set_parameters([Parameter("use_sim_time", value=True)])
    assert not result.successful
    bench.tell()
    bench.passes()


@case(GOAL, "a goal of a name with a look-alike letter")
def _look_alike(bench: Bench) -> None:
    before = len(bench.robot.asked)
    bench.index += 1
    call = SkillCall("NAV\u0131GATE_TO", ("cabinet.n.01_1",))
    asked = bench.guard.skills.execute(bench.episode, bench.index, call, "nav\u0131gate_to(x);")
    result = bench.ros.wait(bench.ros.start(asked))
    assert result.status is Status.BLOCKED
    assert len(bench.robot.asked) == before


@case(GOAL, "a goal whose words say something else")
def _other_words(bench: Bench) -> None:
    before = len(bench.robot.asked)
    bench.index += 1
    call = SkillCall("TOGGLE_ON", ("table_lamp.n.01_1",))
    asked = bench.guard.skills.execute(bench.episode, bench.index, call, CLOSE)
    assert bench.ros.wait(bench.ros.start(asked)).status is Status.BLOCKED
    assert len(bench.robot.asked) == before


@case(GOAL, "a goal of an unknown thing")
def _unknown_thing(bench: Bench) -> None:
    bench.is_refused("CLOSE(cabinet.n.01_2)")


@case(GOAL, "a goal of a million characters")
def _huge(bench: Bench) -> None:
    before = len(bench.robot.asked)
    bench.index += 1
    call = SkillCall("CLOSE", ("x" * 1_000_000,))
    asked = bench.guard.skills.execute(bench.episode, bench.index, call, CLOSE)
    assert bench.ros.wait(bench.ros.start(asked)).status is Status.BLOCKED
    assert len(bench.robot.asked) == before


@case(GOAL, "there is no driver")
def _no_driver(bench: Bench) -> None:
    robot = bench.robot
    bench.lose_driver()
    bench.is_refused()
    bench.find_driver()
    assert len(bench.robot.asked) == 0
    assert robot.running is None


@case(GOAL, "the guard is deactivated")
def _inactive(bench: Bench) -> None:
    bench.guard.node.trigger_deactivate()
    bench.is_refused()
    bench.guard.node.trigger_activate()


@case(GOAL, "two goals at once", "one of them reaches the robot at most")
def _two_at_once(bench: Bench) -> None:
    bench.robot.slow = True
    before = len(bench.robot.asked)
    asked = [
        bench.guard.start(action, index=index, episode=bench.episode)
        for index, action in enumerate((CLOSE, CLOSE_FRIDGE))
    ]
    bench.robot.begin()
    bench.ros.let_pass(0.1)
    assert len(bench.robot.asked) == before + 1
    bench.robot.finish()
    ended = [bench.ros.wait(each).status for each in asked]
    assert sorted(status is Status.OK for status in ended) == [False, True]


@case(GOAL, "a burst of 60 goals", "one of them reaches the robot at most, all are answered")
def _burst(bench: Bench) -> None:
    bench.robot.slow = True
    before = len(bench.robot.asked)
    states = bench.robot.node.create_timer(0.05, bench.robot.tell)
    asked = [
        bench.guard.start((CLOSE, CLOSE_FRIDGE)[index % 2], index=index, episode=bench.episode)
        for index in range(BURST)
    ]
    bench.robot.begin()
    bench.until(lambda: sum(each.done() for each in asked) == BURST - 1)
    bench.robot.finish()
    ended = [bench.ros.wait(each) for each in asked]
    bench.robot.node.destroy_timer(states)
    assert sum(each.status is Status.OK for each in ended) == 1
    assert all(each.message for each in ended if each.status is not Status.OK)
    assert len(bench.robot.asked) == before + 1
