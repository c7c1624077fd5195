"""A service behind the gate, over real DDS: the test is the guard."""

from __future__ import annotations

from pathlib import Path

import pytest
from builtin_interfaces.msg import Duration
from is_bench_interfaces.msg import GateReport
from std_srvs.srv import SetBool

from is_bench.errors import InputError
from is_bench.ros import graph
from is_safety_monitor.gate.node import DriverGate
from tests.ros.bound_robot import FILE
from tests.ros.gated_lamp import BEHIND, LAMP, OFF, ON, SERVED, Lamp, Switch, gated_service
from tests.ros.harness import Robot, Ros
from tests.ros.test_driver_gate import CALM, Guard
from tests.ros.test_robot_bindings import Scene

pytestmark = pytest.mark.ros

NO_PERMIT = "no permit was issued for it"


@pytest.fixture
def lamp(ros: Ros) -> Lamp:
    return Lamp(ros)


@pytest.fixture
def gate(ros: Ros) -> DriverGate:
    gate: DriverGate = ros.make(DriverGate, **CALM, actions=[""], services=[LAMP])
    return gate


@pytest.fixture
def switch(ros: Ros, lamp: Lamp, gate: DriverGate) -> Switch:
    del lamp
    switch = Switch(ros, Guard(ros), gate)
    switch.connect()
    return switch


def test_a_permitted_request_passes_once_with_its_answer(lamp: Lamp, switch: Switch) -> None:
    answer = switch.send(ON)
    assert (answer.success, answer.message) == (True, "switched")
    assert lamp.asked == [ON]
    assert switch.refused(ON) == NO_PERMIT
    assert switch.send(ON).success
    assert switch.send(OFF).success
    assert lamp.asked == [ON, ON, OFF]


def test_requests_without_their_permit_get_no_answer_and_are_reported(
    lamp: Lamp, switch: Switch
) -> None:
    assert switch.refused() == NO_PERMIT
    assert "its content differs" in switch.refused(ON, lambda: switch.permit(OFF))
    assert switch.refused(ON, lambda: switch.permit(ON, action="/other")) == NO_PERMIT
    assert "another guard process" in switch.refused(ON, lambda: switch.permit(ON, guard="run_0"))
    assert "was valid for 0 s" in switch.refused(
        ON, lambda: switch.permit(ON, time_to_live=Duration())
    )
    assert lamp.asked == []
    assert switch.send(ON).success


def test_a_request_waits_a_moment_for_its_permit(ros: Ros, switch: Switch) -> None:
    call = switch.call(ON)
    ros.until(lambda: switch.service._gate._awaited)  # type: ignore[attr-defined]  # the node's
    switch.permit(ON)
    assert ros.wait(call).success


@pytest.mark.parametrize("cause", ["silence", "stop"])
def test_without_heartbeat_or_at_a_stop_a_permitted_request_is_refused(
    cause: str, ros: Ros, lamp: Lamp, switch: Switch
) -> None:
    switch.guard.beats, switch.guard.stopped = cause == "stop", True
    ros.until(switch.service.refusal)
    switch.permit(ON)
    why = {"silence": "no guard heartbeat for 2 s", "stop": "the emergency stop is set"}[cause]
    assert switch.refused(ON) == why
    assert lamp.asked == []
    switch.guard.beats, switch.guard.stopped = True, False
    switch.connect()
    assert switch.refused(ON) == NO_PERMIT
    assert switch.send(OFF).success


def test_while_somebody_may_call_past_the_gate_nothing_passes(
    ros: Ros, lamp: Lamp, switch: Switch
) -> None:
    stranger = ros.node("stranger")
    stranger.create_client(SetBool, BEHIND)
    said = f"/{BEHIND} has 1 servers and 2 clients instead of 1 each"
    ros.until(lambda: said in switch.guard.events(GateReport.EVENT_REFUSED))
    assert switch.refused(ON, lambda: switch.permit(ON)) == said
    assert lamp.asked == []
    ros.remove(stranger)
    switch.connect()
    assert switch.send(ON).success


def test_a_second_driver_gets_no_request(ros: Ros, lamp: Lamp, switch: Switch) -> None:
    second = Lamp(ros)
    ros.until(switch.service.refusal)
    assert "has 2 servers and 1 clients" in switch.refused(ON, lambda: switch.permit(ON))
    assert lamp.asked == second.asked == []


def test_a_driver_that_goes_is_reported_and_leaves_its_request_without_an_answer(
    ros: Ros, lamp: Lamp, switch: Switch
) -> None:
    lamp.answers = False
    switch.permit(ON)
    call = switch.call(ON)
    ros.until(lambda: switch.guard.reports and switch.guard.reports[-1].executing == 1)
    lamp.disappear()
    ros.until(lambda: switch.guard.lost == [f"there is no driver: nobody serves /{BEHIND}"])
    ros.until(lambda: switch.service.executing == 0)
    assert not call.done()
    assert "there is no driver" in switch.guard.watch.problem(SERVED)


def test_a_gate_may_have_actions_and_services(ros: Ros, robot: Robot, lamp: Lamp) -> None:
    assert robot.asked == lamp.asked
    gate = ros.make(
        DriverGate,
        **CALM,
        actions=["a=robot/execute_skill:is_bench_interfaces/action/ExecuteSkill"],
        services=[LAMP],
    )
    guard = Guard(ros, action="a")
    ros.until(lambda: not any(gated.refusal() for gated in gate._gated))
    ros.until(lambda: {report.action for report in guard.reports} == {"/a", f"/{SERVED}"})
    ros.until(lambda: all(report.driver_present for report in guard.reports[-2:]))


def test_the_guards_bound_services_pass_the_gate_and_nobody_elses_calls_do(
    ros: Ros, tmp_path: Path
) -> None:
    gate = ros.make(
        DriverGate, **CALM, actions=[""], services=[f"{SERVED}=lamp:std_srvs/srv/SetBool"]
    )
    bound = FILE.replace("robot: lamp\n", f"robot: {SERVED}\n")
    scene = Scene(ros, tmp_path, bound, gate=True, emergency_stop="process")
    ros.until(lambda: not gated_service(gate).refusal())
    ros.until(lambda: not scene.guard._arbiter.obstacle())
    ros.until(lambda: scene.planner.switch(True).success)
    assert scene.robot.asked == [ON]

    reports = ros.listen(GateReport, graph.GATE_REPORTS, 100)
    client = scene.planner.node.create_client(SetBool, SERVED)
    ros.until(client.service_is_ready)
    call = client.call_async(ON)
    ros.until(lambda: NO_PERMIT in [report.reason for report in reports])
    assert not call.done()
    assert scene.robot.asked == [ON]


def test_without_its_gate_a_bound_service_is_refused(ros: Ros, tmp_path: Path) -> None:
    scene = Scene(ros, tmp_path, gate=True, emergency_stop="process")
    ros.until(lambda: not scene.guard._arbiter.obstacle())
    answer = scene.planner.switch(True)
    assert not answer.success
    assert "there is no gate: nobody reports for /lamp" in answer.message
    assert scene.robot.asked == []


def test_a_service_of_a_type_that_is_not_installed_is_an_error(ros: Ros) -> None:
    with pytest.raises(InputError, match="nowhere/srv/Switch is not installed"):
        ros.make(DriverGate, services=["lamp=driver/lamp:nowhere/srv/Switch"])
