"""What a guard keeps of an episode: over a kill, against other tasks, and in another mode."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import GuardEvent, SceneObject
from is_bench_interfaces.srv import EndEpisode, GetObligations, SetMode, SetTask
from rclpy.action import ActionClient
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.parameter import Parameter

from is_bench.calls import parse_call
from is_bench.evaluation import Status
from is_bench.ros import graph
from is_bench.ros.skill_client import SkillClient, SkillResult
from is_bench.verdict import EPISODE_NOT_OVER, GuardMode
from is_safety_monitor.episode_persistence import BUSY
from is_safety_monitor.node import SafetyMonitor
from is_safety_monitor.state_files import BusyFile
from tests.ros.harness import (
    CABINET_OPEN,
    EPISODE,
    FRIDGE_OPEN,
    LAMP_ON,
    PATIENCE_S,
    Guarded,
    Robot,
    Ros,
)

pytestmark = pytest.mark.ros

FRIDGE = "electric_refrigerator.n.01_1"
OPEN = f"OPEN({FRIDGE})"
RULE = "fridge_shut"
RULES = """
constraints:
  - id: fridge_shut
    text: A fridge that was opened is shut again, or food spoils.
    category: Food Contamination
    severity: critical
    source: a house rule
    composition: environment
    type: temporal
    where: {f: electric_refrigerator.n.01}
    after: OPEN(f)
    require: (not (open ?f))
    mend: CLOSE(f)
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""
THINGS = [SceneObject(name=name) for name in (FRIDGE, "table_lamp.n.01_1", "cabinet.n.01_1")]


def _names(due: list[Any]) -> list[str]:
    return [item.constraint for item in due]


class Kitchen:
    """A guard of some process, and a planner's side of it."""

    def __init__(self, ros: Ros) -> None:
        self.ros = ros
        self.client, group = ros.node("client"), ReentrantCallbackGroup()
        self.skills = SkillClient(self.client, graph.GUARD_SKILL, group)

    def set_task(self, episode: str = EPISODE, **fields: Any) -> Any:
        told = {"instruction": "Tidy up.", "objects": THINGS, "owner": "me", **fields}
        request = SetTask.Request(episode_id=episode, **told)
        return self.ros.call(SetTask, graph.SET_TASK, request)

    def start(self, action: str, index: int) -> Any:
        assert self.skills.wait_for_server(PATIENCE_S)
        asked = self.skills.execute(EPISODE, index, parse_call(action), action)
        return self.ros.start(asked)

    def ask(self, action: str, index: int) -> SkillResult:
        result: SkillResult = self.ros.wait(self.start(action, index))
        return result

    def ask_again(self, action: str, index: int) -> SkillResult:
        """Ask until a guard answers; a goal may also go to what is left of one that was killed."""
        asked: list[Any] = []

        def answered() -> SkillResult | None:
            asked.append(self.start(action, index))
            self.ros.let_pass(0.5)
            return next((future.result() for future in asked if future.done()), None)

        found = self.ros.until(answered)
        assert found is not None
        return found

    def send(self, action: str, index: int) -> None:
        """Ask for a skill, and wait for nothing."""
        client = ActionClient(self.client, ExecuteSkill, graph.GUARD_SKILL)
        assert client.wait_for_server(PATIENCE_S)
        call = parse_call(action)
        goal = ExecuteSkill.Goal(request_id="sent", episode_id=EPISODE, action=action, index=index)
        goal.skill, goal.arguments = call.skill, list(call.arguments)
        client.send_goal_async(goal)

    def wait_for_guard(self) -> None:
        """Until a guard answers; requests may also go to what is left of one that was killed."""
        client = self.client.create_client(GetObligations, graph.OBLIGATIONS)
        asked: list[Any] = []

        def is_answered() -> bool:
            asked.append(client.call_async(GetObligations.Request()))
            return any(future.done() for future in asked)

        self.ros.until(is_answered)

    def is_due(self) -> bool | None:
        """Whether the fridge has to be shut; None: that cannot be told."""
        request = GetObligations.Request(episode_id=EPISODE)
        answer = self.ros.call(GetObligations, graph.OBLIGATIONS, request)
        return RULE in _names(answer.obligations) if answer.known else None

    def end(self, owner: str, episode: str = EPISODE) -> Any:
        request = EndEpisode.Request(episode_id=episode, owner=owner)
        return self.ros.call(EndEpisode, graph.END_EPISODE, request)


@pytest.fixture
def robot(ros: Ros) -> Robot:
    made = Robot(ros)
    made.facts = (CABINET_OPEN,)
    return made


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, object]:
    rules = tmp_path / "rules.yaml"
    rules.write_text(RULES, encoding="utf-8")
    return {
        "domain": "is_bench",
        "knowledge_base": str(rules),
        "max_state_age_s": 60.0,
        "max_fact_age_s": 0.0,
        "stages": "action",
        "emergency_stop": "inside",
        "state_dir": str(tmp_path / "state"),
    }


class GuardProcess:
    """The executable, to be killed and started again."""

    def __init__(self, settings: dict[str, object], log: Path) -> None:
        self._words = [w for k, v in settings.items() for w in ("-p", f"{k}:={v}")]
        self._log = log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        script = Path(sys.executable).with_name("is_safety_monitor")
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [script, "--ros-args", *self._words], stdout=log, stderr=subprocess.STDOUT
            )

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


@pytest.fixture
def process(settings: dict[str, object], tmp_path: Path) -> Iterator[GuardProcess]:
    made = GuardProcess(settings, tmp_path / "guard.log")
    yield made
    made.kill()


def test_a_guard_that_is_killed_comes_back_with_what_was_due_and_moving(
    ros: Ros, robot: Robot, process: GuardProcess
) -> None:
    kitchen = Kitchen(ros)
    process.start()
    assert kitchen.set_task().accepted
    robot.tell()
    ros.until(lambda: kitchen.is_due() is False)
    robot.facts = (CABINET_OPEN, FRIDGE_OPEN)
    assert kitchen.ask(OPEN, 0).status is Status.OK
    robot.slow, robot.obeys_cancel = True, False
    kitchen.send(LAMP_ON, 1)
    robot.begin()
    process.kill()

    process.start()
    kitchen.wait_for_guard()
    robot.tell()
    ros.until(kitchen.is_due)
    refused = kitchen.ask_again(LAMP_ON, 2)
    assert refused.status is Status.BLOCKED
    assert BUSY in refused.message or "still running" in refused.message
    assert not kitchen.set_task("another", owner="", take_over=True).accepted
    asked = len(robot.asked)
    robot.slow, robot.obeys_cancel = False, True
    robot.finish()

    def is_let_pass() -> bool:
        robot.tell()  # what is so after the end of a skill is asked for
        return kitchen.ask(LAMP_ON, 3).status is Status.OK

    ros.until(is_let_pass)
    assert len(robot.asked) == asked + 1
    assert kitchen.is_due()


@pytest.fixture
def guard(ros: Ros, settings: dict[str, object]) -> Guarded:
    """A guard in this process."""
    return Guarded(ros, None, episode="", **settings)


@pytest.fixture
def kitchen(ros: Ros, robot: Robot, guard: Guarded) -> Kitchen:
    """With something that is due."""
    made = Kitchen(ros)
    assert made.set_task().accepted
    guard.connect(robot)
    robot.facts = (CABINET_OPEN, FRIDGE_OPEN)
    assert made.ask(OPEN, 0).status is Status.OK
    ros.until(made.is_due)
    return made


def test_only_its_owner_or_a_take_over_replaces_a_task_with_something_due(
    ros: Ros, kitchen: Kitchen
) -> None:
    log = ros.listen(GuardEvent, graph.GUARD_LOG, graph.LOG)
    refused = kitchen.set_task("second", owner="")
    assert not refused.accepted
    assert refused.verdict.episode_id == "second"
    assert list(refused.verdict.constraints) == [EPISODE_NOT_OVER]
    assert RULE in refused.verdict.feedback
    assert kitchen.is_due()
    ros.until(lambda: [e for e in log if e.kind == GuardEvent.KIND_TASK_REFUSED])
    assert kitchen.set_task("second").accepted
    assert kitchen.set_task("third", owner="", take_over=True).accepted


def test_no_task_begins_while_a_skill_runs(ros: Ros, robot: Robot, kitchen: Kitchen) -> None:
    robot.slow = True
    running = kitchen.start(f"CLOSE({FRIDGE})", 1)
    robot.begin()
    assert "still being executed" in kitchen.set_task("second").verdict.feedback
    assert "still being executed" in kitchen.end("me").reason
    robot.finish()
    ros.wait(running)


def test_a_guard_that_ends_while_a_skill_runs_leaves_it_to_the_next_one(
    ros: Ros, robot: Robot, kitchen: Kitchen, guard: Guarded, settings: dict[str, object]
) -> None:
    robot.slow, robot.obeys_cancel = True, False
    kitchen.start(f"CLOSE({FRIDGE})", 1)
    robot.begin()
    ros.remove(guard.node)
    (file,) = Path(str(settings["state_dir"])).rglob("busy.json")
    assert [goal.index for goal in BusyFile(file.parent).read().running] == [1]


def test_an_episode_ends_by_its_owners_call_which_tells_what_is_dropped(kitchen: Kitchen) -> None:
    assert "belongs to 'me'" in kitchen.end("you").reason
    assert "is not running" in kitchen.end("me", "another").reason
    answer = kitchen.end("me")
    assert answer.ended
    assert RULE in _names(answer.dropped)
    assert kitchen.is_due() is None
    assert "no task" in kitchen.ask(LAMP_ON, 1).message
    assert kitchen.set_task("second", owner="").accepted


def test_the_mode_changes_for_a_while_and_goes_back(
    ros: Ros, kitchen: Kitchen, guard: Guarded
) -> None:
    def change(**fields: Any) -> Any:
        told = {"mode": "shadow", "reason": "a test", "requested_by": "me", "duration_s": 0.2}
        return ros.call(SetMode, graph.SET_MODE, SetMode.Request(**{**told, **fields}))

    for wrong in ({"reason": ""}, {"mode": "on"}, {"duration_s": 0.0}, {"requested_by": " "}):
        assert not change(**wrong).success
    assert guard.node._session.mode is GuardMode.ENFORCE
    log = ros.listen(GuardEvent, graph.GUARD_LOG, graph.LOG)
    assert change().success
    assert guard.node._session.settings.mode.value == "shadow"
    assert kitchen.ask("DONE", 1).status is not Status.BLOCKED
    ros.until(lambda: guard.node._session.mode is GuardMode.ENFORCE)
    changes = ros.until(lambda: _two([e for e in log if e.kind == GuardEvent.KIND_MODE]))
    assert [event.mode for event in changes] == ["shadow", "enforce"]
    assert changes[0].reason == "me: a test"
    assert kitchen.is_due()


def _two(found: list[Any]) -> list[Any]:
    return found if len(found) == 2 else []


def test_a_critical_constraint_stays_until_a_restart(kitchen: Kitchen, guard: Guarded) -> None:
    del kitchen
    (result,) = guard.node.set_parameters([Parameter("knowledge_base", value="")])
    assert not result.successful
    assert RULE in result.reason


def test_a_damaged_journal_lets_nothing_move_before_a_take_over(
    ros: Ros, robot: Robot, settings: dict[str, object]
) -> None:
    folder = Path(str(settings["state_dir"]))
    folder.mkdir()
    (folder / "episode.journal").write_bytes(b"12345678 {}\n")
    guard, kitchen = Guarded(ros, None, episode="", **settings), Kitchen(ros)
    guard.connect(robot)
    assert "line 1 of the episode's journal is damaged" in kitchen.ask(LAMP_ON, 0).message
    assert not kitchen.set_task().accepted
    assert kitchen.set_task(take_over=True).accepted
    robot.tell()
    ros.until(guard.node._session.is_current)
    assert kitchen.ask(LAMP_ON, 0).status is Status.OK


def test_a_second_guard_does_not_share_the_folder(
    ros: Ros, guard: Guarded, settings: dict[str, object]
) -> None:
    second = ros.make(SafetyMonitor, None, None, **settings)
    assert "another guard" in second._arbiter.obstacle()
    assert not guard.node._arbiter.obstacle()


def test_taking_the_guard_down_and_up_again_forgets_nothing(
    ros: Ros, robot: Robot, kitchen: Kitchen, guard: Guarded
) -> None:
    node = guard.node
    for transition in ("deactivate", "cleanup", "configure", "activate"):
        getattr(node, f"trigger_{transition}")()
    robot.tell()
    ros.until(kitchen.is_due)
    assert not kitchen.set_task("second", owner="").accepted
