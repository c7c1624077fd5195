"""The gate beside a driver, over real DDS: the test is the guard."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from action_msgs.msg import GoalStatus
from builtin_interfaces.msg import Duration, Time
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import GateReport, GoalPermit, Heartbeat
from rclpy.action import ActionClient
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_bench.errors import InputError
from is_bench.evaluation import Status
from is_bench.messages import time_message
from is_bench.ros import graph, types
from is_bench.ros.forwarding import GoalForwarder
from is_bench.ros.skill_client import SkillResult
from is_bench.scenarios import Dataset
from is_safety_monitor.gate.digest import digest_of
from is_safety_monitor.gate.node import DriverGate
from is_safety_monitor.health.log_lines import CUT, MOST_SHOWN
from is_safety_monitor.ros.gate_link import MOST_GATED, GateWatch, PermitIssuer
from tests.ros.harness import Guarded, Robot, Ros
from tests.source_tree import ROOT

pytestmark = pytest.mark.ros

DRIVER = "robot/driver/execute_skill"
SERVED = f"/{graph.ROBOT_SKILL}"
CALM = {"heartbeat_timeout_s": 2.0, "driver_timeout_s": 10.0, "permit_wait_s": 0.5}
"""A gate's times on a machine that does much else."""
DDS_LEASE_S = 20.0
"""How long DDS itself takes to miss a process that was killed."""
CONFIG = ROOT / "config" / "driver_gate.yaml"
RCLPY = ("use", "start", "qos")
"""How the parameters of every node begin."""
FRIDGE_SHUT = "CLOSE(electric_refrigerator.n.01_1)"
GOAL = ExecuteSkill.Goal(request_id="1", skill="OPEN", arguments=["cabinet.n.01_1"])
DRIVER_PROCESS = """
import rclpy, sys
from is_bench_interfaces.action import ExecuteSkill
from rclpy.task import Future
from is_bench.ros.coroutines import result_of
from is_bench.ros.goal_server import GoalServer
from is_bench.ros.spinning import run_node
from rclpy.node import Node

class Driver(Node):
    def __init__(self):
        super().__init__("driver")
        GoalServer(self, ExecuteSkill, sys.argv[1], self.execute)

    async def execute(self, handle):
        await result_of(Future())

run_node(Driver, [])
"""


def now(ago_s: float = 0.0) -> Time:
    """The time on the guard's clock, `ago_s` ago."""
    stamp: Time = time_message(types, time.time_ns() - int(ago_s * 1e9))
    return stamp


class Guard:
    """The guard's side: heartbeats, permits and goals."""

    def __init__(self, ros: Ros, run: str = "run_1", action: str = graph.ROBOT_SKILL) -> None:
        self.ros = ros
        self.node = ros.node(f"guard_{run}")
        self.run = run
        self.stopped = False
        self.beats = True
        self.lost: list[str] = []
        self.reports = ros.listen(GateReport, graph.GATE_REPORTS, 100)
        self._group = ReentrantCallbackGroup()
        self._sequence = 0
        self._heartbeats = self.node.create_publisher(Heartbeat, graph.HEARTBEAT, 10)
        self.permits = self.node.create_publisher(GoalPermit, graph.PERMITS, 100)
        self.issuer = PermitIssuer(self.node, run)
        self.watch = GateWatch(self.node, lambda _, why: self.lost.append(why), self._group)
        self.client = ActionClient(self.node, ExecuteSkill, action, callback_group=self._group)
        self.node.create_timer(0.03, self.beat)

    def beat(self) -> None:
        if self.beats:
            self._sequence += 1
            self._heartbeats.publish(
                Heartbeat(
                    stamp=now(), guard=self.run, sequence=self._sequence, stopped=self.stopped
                )
            )

    def connect(self, gate: DriverGate) -> None:
        """Wait until the gate is open: it hears the guard, and the driver has nothing to do."""
        self.ros.until(lambda: gate._actions[0].refusal() == "")
        self.ros.until(lambda: self.watch.problem(graph.ROBOT_SKILL) == "")
        self.ros.until(self.client.server_is_ready)
        self.ros.until(self.permits.get_subscription_count)

    def send(self, goal: Any = GOAL, on_feedback: Any = None, **fields: Any) -> Future:
        """Send a goal, with a permit unless `permitted` is another goal or None."""
        goal_id = UUID(uuid=list(os.urandom(16)))
        permitted = fields.pop("permitted", goal)
        if permitted is not None:
            self.permits.publish(self.permit(goal_id, permitted, **fields))
        return self.client.send_goal_async(goal, on_feedback, goal_id)

    def permit(self, goal_id: UUID, goal: Any, **fields: Any) -> GoalPermit:
        named = {"guard": self.run, "action": SERVED, "time_to_live": Duration(sec=2), **fields}
        named.setdefault("stamp", now())
        return GoalPermit(goal_id=goal_id.uuid, sha256=list(digest_of(goal)), **named)

    def events(self, event: int) -> list[str]:
        return [report.reason for report in self.reports if report.event == event]

    def refused(self, future: Future) -> str:
        """Why the gate has refused a goal."""
        assert not self.ros.wait(future).accepted
        return self.ros.until(lambda: self.events(GateReport.EVENT_REFUSED))[-1]


@pytest.fixture
def robot(ros: Ros) -> Robot:
    return Robot(ros, DRIVER)


@pytest.fixture
def gate(ros: Ros) -> DriverGate:
    gate: DriverGate = ros.make(DriverGate, **CALM)
    return gate


@pytest.fixture
def guard(ros: Ros, robot: Robot, gate: DriverGate) -> Guard:
    del robot
    guard = Guard(ros)
    guard.connect(gate)
    return guard


def test_a_permitted_goal_passes_with_its_id_feedback_and_result(
    ros: Ros, robot: Robot, guard: Guard
) -> None:
    robot.slow = True
    heard: list[Any] = []
    handle = ros.wait(guard.send(on_feedback=heard.append))
    assert handle.accepted
    running = robot.begin()
    assert bytes(running.goal_id.uuid) == bytes(handle.goal_id.uuid)
    assert running.request == GOAL
    ros.until(lambda: guard.reports[-1].executing == 1)
    robot.feed_back(0.5, "half")
    ros.until(lambda: heard)
    robot.finish(ExecuteSkill.Result.STATUS_FAILED, "it is locked")
    response = ros.wait(handle.get_result_async())
    assert (response.status, response.result.error) == (GoalStatus.STATUS_ABORTED, "it is locked")
    assert heard[0].feedback.phase == "half"
    assert guard.events(GateReport.EVENT_REFUSED) == []


def test_a_cancel_passes_and_so_does_its_refusal(ros: Ros, robot: Robot, guard: Guard) -> None:
    robot.slow, robot.obeys_cancel = True, False
    handle = ros.wait(guard.send())
    robot.begin()
    assert ros.wait(handle.cancel_goal_async()).goals_canceling == []
    robot.obeys_cancel = True
    assert ros.wait(handle.cancel_goal_async()).goals_canceling
    assert ros.wait(handle.get_result_async()).status == GoalStatus.STATUS_CANCELED


def test_goals_without_their_permit_are_refused_and_reported(
    ros: Ros, robot: Robot, guard: Guard
) -> None:
    assert guard.refused(guard.send(permitted=None)) == "no permit was issued for it"
    other = ExecuteSkill.Goal(skill="OPEN", arguments=["fridge"])
    assert "its content differs" in guard.refused(guard.send(permitted=other))
    assert "another guard process" in guard.refused(guard.send(guard="run_0"))
    assert "is for /other, not for" in guard.refused(guard.send(action="/other"))
    assert "s old and was valid for 0 s" in guard.refused(guard.send(time_to_live=Duration()))
    assert robot.asked == []
    assert ros.wait(guard.send()).accepted
    assert len(robot.asked) == 1


def test_what_gates_report_is_kept_and_written_within_bounds(
    ros: Ros, capfd: pytest.CaptureFixture[str]
) -> None:
    guard = Guard(ros)
    refused = GateReport.EVENT_REFUSED
    for number in range(MOST_GATED + 10):
        guard.watch._hear(GateReport(action=f"/action_{number}", driver_present=True))
    guard.watch._hear(GateReport(action="x" * 10_000, event=refused, reason="of an endless name"))
    forged = "no\n[ERROR] the stop was reset" + "x" * 10_000_000
    for event in (refused, refused, GateReport.EVENT_DRIVER_LOST):
        guard.watch._hear(GateReport(action="/action_1", event=event, reason=forged))
    assert len(guard.watch._reports) == MOST_GATED
    ros.until(lambda: guard.lost)
    assert len(guard.lost[0]) <= MOST_SHOWN + len(CUT)
    (line,) = [each for each in capfd.readouterr().err.splitlines() if "gate of" in each]
    assert len(line) < 2 * MOST_SHOWN
    assert "gate of /action_1: no [ERROR] the stop was reset" in line


def test_a_permit_that_is_sent_again_lets_nothing_pass(
    ros: Ros, robot: Robot, guard: Guard, gate: DriverGate
) -> None:
    goal_id = UUID(uuid=list(os.urandom(16)))
    permit = guard.permit(goal_id, GOAL)
    guard.permits.publish(permit)
    handle = ros.wait(guard.client.send_goal_async(GOAL, None, goal_id))
    ros.wait(handle.get_result_async())
    gate._actions[0]._relay._server._goal_handles.clear()  # as when the result's time is over
    guard.permits.publish(permit)
    why = ros.wait(ros.start(gate.redeem(gate._actions[0], GOAL, bytes(goal_id.uuid))))
    assert why == "its permit was used before"
    assert len(robot.asked) == 1


def test_the_guards_own_forwarder_gets_permits(ros: Ros, guard: Guard) -> None:
    forwarder = GoalForwarder(
        guard.node,
        ExecuteSkill,
        graph.ROBOT_SKILL,
        ReentrantCallbackGroup(),
        10.0,
        guard.issuer.for_action(graph.ROBOT_SKILL),
    )
    ros.until(forwarder.is_ready)
    goal_id = UUID(uuid=list(os.urandom(16)))
    assert ros.wait(ros.start(forwarder.begin(goal_id, GOAL, lambda _: None))) is None
    assert ros.wait(ros.start(forwarder.end(goal_id))).status == GoalStatus.STATUS_SUCCEEDED


@pytest.mark.parametrize("cause", ["silence", "stop"])
def test_without_heartbeat_or_at_a_stop_the_driver_is_canceled(
    cause: str, ros: Ros, robot: Robot, guard: Guard
) -> None:
    robot.slow = True
    handle = ros.wait(guard.send())
    robot.begin()
    ros.let_pass(0.3)  # what is due from the start is over
    guard.beats, guard.stopped = cause == "stop", True
    ros.until(lambda: robot.running is None)
    assert ros.wait(handle.get_result_async()).status == GoalStatus.STATUS_ABORTED
    why = {"silence": "no guard heartbeat for 2 s", "stop": "the emergency stop is set"}[cause]
    ros.until(lambda: any(why in said for said in guard.events(GateReport.EVENT_STOPPED)))
    assert why in guard.refused(guard.send())

    guard.beats, guard.stopped = True, False
    robot.slow = False
    ros.until(lambda: ros.wait(guard.send()).accepted)


def test_a_driver_that_does_not_stop_is_reported_and_gets_no_goal(
    ros: Ros, robot: Robot, guard: Guard
) -> None:
    robot.slow, robot.obeys_cancel = True, False
    ros.wait(guard.send())
    robot.begin()
    guard.stopped = True
    said = "the driver has not stopped after 0.5 s"
    ros.until(lambda: said in guard.events(GateReport.EVENT_STOPPED))
    guard.stopped = False
    ros.until(lambda: "not confirmed that it is idle" in guard.refused(guard.send()))
    robot.obeys_cancel = True
    ros.until(lambda: ros.wait(guard.send()).accepted)


def test_a_goal_that_goes_around_the_gate_is_canceled_and_reported(
    ros: Ros, robot: Robot, guard: Guard
) -> None:
    robot.slow = True
    around = ActionClient(guard.node, ExecuteSkill, DRIVER)
    ros.until(around.server_is_ready)
    handle = ros.wait(around.send_goal_async(GOAL))
    assert ros.wait(handle.get_result_async()).status == GoalStatus.STATUS_CANCELED
    ros.until(lambda: guard.events(GateReport.EVENT_REFUSED))
    (report,) = [report for report in guard.reports if report.event == GateReport.EVENT_REFUSED]
    assert "a goal that bypassed the gate" in report.reason
    assert bytes(report.goal_id) == bytes(handle.goal_id.uuid)


def test_what_a_driver_is_doing_when_the_gate_starts_is_canceled(ros: Ros, robot: Robot) -> None:
    robot.slow = True
    guard = Guard(ros, action=DRIVER)
    ros.until(guard.client.server_is_ready)
    handle = ros.wait(guard.client.send_goal_async(GOAL))
    ros.make(DriverGate, **CALM)
    assert ros.wait(handle.get_result_async()).status == GoalStatus.STATUS_CANCELED


def test_a_second_guard_is_reported_and_its_permits_do_not_count(
    ros: Ros, robot: Robot, guard: Guard, gate: DriverGate
) -> None:
    second = Guard(ros, "run_2")
    second.connect(gate)
    said = "heartbeat ignored: a second guard is running: run_2 beside run_1"
    ros.until(lambda: said in guard.events(GateReport.EVENT_REFUSED))
    assert "another guard process" in second.refused(second.send())
    assert robot.asked == []


class Driver:
    """A driver in a process of its own, whose skills never end."""

    def __init__(self) -> None:
        self._process = subprocess.Popen([sys.executable, "-c", DRIVER_PROCESS, DRIVER])

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


@pytest.fixture
def driver(domain: int) -> Iterator[Driver]:
    del domain  # which it inherits
    driver = Driver()
    yield driver
    driver.kill()


def test_a_killed_driver_is_reported_long_before_dds_misses_it_and_its_goal_ends(
    ros: Ros, driver: Driver
) -> None:
    gate = ros.make(DriverGate, heartbeat_timeout_s=2.0, driver_timeout_s=1.0)
    guard = Guard(ros)
    guard.connect(gate)
    handle = ros.wait(guard.send())
    assert handle.accepted
    before = time.monotonic()
    driver.kill()
    ros.until(lambda: guard.lost)
    assert time.monotonic() - before < DDS_LEASE_S / 2
    assert "the driver does not answer" in guard.lost[0]
    assert ros.wait(handle.get_result_async()).status == GoalStatus.STATUS_ABORTED
    assert "there is no driver" in guard.watch.problem(graph.ROBOT_SKILL)
    assert "does not answer" in guard.refused(guard.send())


def test_the_death_of_a_driver_that_the_gate_started_is_known_at_once(
    ros: Ros, tmp_path: Path
) -> None:
    script = tmp_path / "driver.py"
    script.write_text(DRIVER_PROCESS, encoding="utf-8")
    gate = ros.make(DriverGate, driver_command=f"{sys.executable} {script} {DRIVER}", **CALM)
    guard = Guard(ros)
    guard.connect(gate)
    process = gate._process._process
    process.kill()
    ros.until(lambda: guard.lost)
    assert guard.lost == ["the driver's process ended by SIGKILL"]


def test_a_gate_that_is_ended_cancels_what_the_driver_does(ros: Ros, robot: Robot) -> None:
    robot.slow = True
    gate = subprocess.Popen(
        [sys.executable, "-m", "is_safety_monitor.gate.node", "--ros-args"]
        + [word for name, value in CALM.items() for word in ("-p", f"{name}:={value}")]
    )
    try:
        guard = Guard(ros)
        ros.until(guard.client.server_is_ready)
        ros.until(lambda: ros.wait(guard.send()).accepted)
        robot.begin()
        gate.send_signal(signal.SIGTERM)
        ros.until(lambda: robot.running is None)
        ros.until(lambda: "there is no gate" in guard.watch.problem(graph.ROBOT_SKILL))
        assert gate.wait(20) == 0
    finally:
        gate.kill()
        gate.wait()


def test_a_guard_with_a_gate_refuses_until_the_gate_is_there_and_then_passes_goals(
    ros: Ros, robot: Robot, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded = Guarded(ros, dataset, gate=True, emergency_stop="process")
    robot.tell()
    ros.until(guarded.told)
    assert "no action server for" in guarded.ask(FRIDGE_SHUT).message
    gate = ros.make(DriverGate, **CALM)
    ros.until(lambda: gate._actions[0].refusal() == "")
    ros.until(lambda: guarded.node._skills._no_robot() == "")
    ros.until(lambda: guarded.node._arbiter.obstacle() == "")
    robot.tell()
    assert guarded.ask(FRIDGE_SHUT).status is Status.OK
    assert robot.asked[-1].action == FRIDGE_SHUT

    robot.slow = True
    running = guarded.start(FRIDGE_SHUT)
    robot.begin()
    # Else the gate asks the very server that rclpy takes down; see Ros.settle.
    monkeypatch.setattr(gate._actions[0]._link, "probe", lambda: None)
    ros.let_pass(0.1)
    robot.disappear()
    assert ros.wait(running).status is Status.FAILED
    assert "there is no driver" in guarded.ask(FRIDGE_SHUT).message


def test_a_planner_is_told_why_the_gate_refuses_a_goal(
    ros: Ros, gate: DriverGate, robot: Robot, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded = Guarded(ros, dataset, gate=True, emergency_stop="process")
    ros.until(lambda: guarded.node._gate.problems() == "")
    index = itertools.count()

    def ask() -> SkillResult:
        robot.tell()
        return guarded.ask(FRIDGE_SHUT, index=next(index))

    ros.until(lambda: ask().status is Status.OK)
    monkeypatch.setattr(gate._actions[0], "refusal", lambda: "it is closed for a test")
    ros.until(lambda: "it is closed for a test" in ask().message)


def test_a_skill_whose_gate_falls_silent_is_canceled(
    ros: Ros, gate: DriverGate, robot: Robot, dataset: Dataset
) -> None:
    guarded = Guarded(ros, dataset, gate=True, emergency_stop="process")
    ros.until(lambda: guarded.node._gate.problems() == "")
    robot.slow = True

    def begun() -> bool:
        robot.tell()
        running.append(guarded.start(FRIDGE_SHUT, index=len(running)))
        ros.until(lambda: running[-1].done() or robot.running)
        return robot.running is not None

    running: list[Future] = []
    ros.until(begun)
    gate.destroy_timer(gate._timer)  # nothing is reported any more
    told = ros.wait(running[-1])
    assert told.status is Status.FAILED
    assert "the gate has not reported for 1 s" in told.message


def test_a_gate_for_a_guard_whose_emergency_stop_sends_no_heartbeat_is_an_error(ros: Ros) -> None:
    with pytest.raises(InputError, match="a gate needs process"):
        Guarded(ros, None, gate=True, emergency_stop="inside")


def test_the_config_file_names_every_parameter_with_its_default(ros: Ros) -> None:
    gate = ros.make(DriverGate)
    (told,) = yaml.safe_load(CONFIG.read_text(encoding="utf-8")).values()
    for name, value in told["ros__parameters"].items():
        assert gate.get_parameter(name).value == value
        assert gate.describe_parameter(name).description
    own = {name for name in gate._parameters if name.partition("_")[0] not in RCLPY}
    assert own == told["ros__parameters"].keys()


def test_an_action_of_a_type_that_is_not_installed_is_an_error(ros: Ros) -> None:
    with pytest.raises(InputError, match="nowhere/action/Drive is not installed"):
        ros.make(DriverGate, actions=["drive=driver/drive:nowhere/action/Drive"])
