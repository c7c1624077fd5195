"""Whatever a guard is sent, and however much of it: it answers, holds, and stays as large as it is.

`make soak` sends it 100,000 messages, requests and texts; every other run a share of them.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from is_bench_interfaces.msg import SceneObject
from is_bench_interfaces.srv import CheckPlan, EndEpisode, SetMode, SetTask
from rclpy.logging import LoggingSeverity

from is_bench.domain import SourceText, domain_from_texts, load_domain
from is_bench.errors import InputError
from is_bench.evaluation import Status
from is_bench.ros import graph
from is_safety_monitor.bindings.reader import parse_bindings
from is_safety_monitor.gate.heartbeat import MOST_GUARDS, HeartbeatWatch
from is_safety_monitor.gate.permits import MOST_USED, MOST_WAITING, PermitLedger
from is_safety_monitor.requests import goal_of
from kb.loader import parse_constraints
from tests.is_safety_monitor.bindings.samples import FILE
from tests.ros.fuzzing import CABINET, EPISODES, FRIDGE, LAMP, SECOND, SWITCH_ON, Fuzzer
from tests.ros.harness import HOUSE_RULE, LAMP_ON, Guarded, Robot, Ros
from tests.sampling import SOAK

pytestmark = pytest.mark.ros

COUNT = 100_000 if SOAK else 1_000
WARM_UP = COUNT // 4 if SOAK else COUNT // 2
"""After so many, histories and caches are as full as they get."""
CHECK_EVERY = 500
GROWTH = 1.05
"""By how much the process may be larger at the end than after the warm-up."""
HOUSEHOLD = load_domain("household")
RULES = HOUSE_RULE.replace("severity: minor", "severity: critical").replace(
    "unknown: hold", "unknown: block\n    asked: block"
)
DOMAIN = """
domain: my_robot
extends: household
inherit: [DONE, NAVIGATE_TO]
predicates:
  wet: {arguments: 1, words: ["{0} is wet"], observer: robot}
skills:
  WATER:
    meaning: water a plant
    parameters: {plant: covered}
    requires: ["(not (wet ?plant))"]
    effects: ["(wet ?plant)"]
    words: ["water {plant}"]
"""
SERVICES = (
    (SetTask, graph.SET_TASK),
    (CheckPlan, graph.CHECK_PLAN),
    (EndEpisode, graph.END_EPISODE),
    (SetMode, graph.SET_MODE),
)
READERS: tuple[tuple[str, Callable[[str], object]], ...] = (
    (RULES, lambda text: parse_constraints(text, "f", HOUSEHOLD)),
    (DOMAIN, lambda text: domain_from_texts([SourceText("f.yaml", text)])),
    (FILE, lambda text: parse_bindings(text, "f", HOUSEHOLD)),
)


def resident() -> int:
    """Bytes of memory that this process has at present."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


class Siege:
    """A guard, and everything that is sent to it."""

    def __init__(self, guard: Guarded, robot: Robot, fuzzer: Fuzzer) -> None:
        self.guard, self.robot, self.fuzzer = guard, robot, fuzzer
        self.ros, self.node = guard.ros, guard.node
        self.passed = 0
        """Goals that the guard let pass."""
        self._clients = {kind: guard.client.create_client(kind, name) for kind, name in SERVICES}
        for client in self._clients.values():
            assert client.wait_for_service(timeout_sec=20.0)
        tasks, operating = self.node._tasks, self.node._operating
        self._served: dict[Any, Callable[[Any, Any], Any]] = {
            SetTask: tasks._set_task,
            CheckPlan: tasks._check_plan,
            EndEpisode: operating._end_episode,
            SetMode: operating._set_mode,
        }

    @property
    def episode(self) -> str:
        return str(self.node._session.episode)

    def send(self, *, by_dds: bool) -> None:
        """One message or request, over DDS or as the node is handed it."""
        fuzzer = self.fuzzer
        fuzzer.begin()
        kinds: list[Callable[[], object]] = [
            *4 * [lambda: self._state(by_dds=by_dds)],
            *4 * [lambda: self._goal(by_dds=by_dds)],
            *2 * [lambda: self._ask(SetTask, fuzzer.task(), by_dds=by_dds)],
            lambda: self._ask(CheckPlan, fuzzer.plan(self.episode), by_dds=by_dds),
            lambda: self._ask(EndEpisode, fuzzer.end(self.episode), by_dds=by_dds),
            lambda: self._mode(by_dds=by_dds),
        ]
        fuzzer.one(kinds)()

    def read(self) -> None:
        """A text that is broken somewhere: it is read, or the error says where."""
        text, read = self.fuzzer.one(READERS)
        try:
            read(self.fuzzer.edited(text))
        except InputError as error:
            assert error.message  # noqa: PT017  # any other error fails the test

    def check(self, number: int) -> None:
        """The guard still does what it is for, over DDS."""
        self._answer_to_task(f"check/{number}")
        close = self.guard.ask(f"CLOSE({FRIDGE})", episode=self.episode)
        assert close.status is Status.OK, close.message
        assert self.guard.ask(LAMP_ON, index=1, episode=self.episode).status is Status.BLOCKED
        self.guard.verdicts.clear()
        self.guard.events.clear()
        assert not self.node._session.moving

    def _answer_to_task(self, episode: str) -> None:
        request = SetTask.Request(
            episode_id=episode,
            instruction="Tidy up.",
            objects=[SceneObject(name=name) for name in (LAMP, CABINET, FRIDGE)],
            owner="fuzz",
            take_over=True,
        )
        answer = self._ask(SetTask, request, by_dds=True)
        assert answer.accepted, answer.verdict.feedback
        self.robot.episode = episode
        self.robot.tell()
        self.ros.until(self.node._session.is_current)

    def _ask(self, kind: Any, request: Any, *, by_dds: bool) -> Any:
        if not by_dds:
            return self._served[kind](request, kind.Response())
        return self.ros.wait(self._clients[kind].call_async(request))

    def _mode(self, *, by_dds: bool) -> None:
        """Another mode, and back, before anything else is asked."""
        self._ask(SetMode, self.fuzzer.mode(), by_dds=by_dds)
        back = SetMode.Request(mode="enforce", reason="back", requested_by="fuzz")
        assert self._ask(SetMode, back, by_dds=by_dds).success

    def _state(self, *, by_dds: bool) -> None:
        message = self.fuzzer.state(self.episode, self.robot.now())
        if by_dds:
            self.robot._states.publish(message)
        else:
            self.node._world._receive(message)

    def _goal(self, *, by_dds: bool) -> None:
        message = self.fuzzer.goal(self.episode)
        (self._send_goal if by_dds else self._judge)(message)

    def _judge(self, message: Any) -> None:
        arbiter, goal = self.node._arbiter, goal_of(message)
        judged = arbiter.session.judge(goal, arbiter.now())
        arbiter.publisher.log()
        if not judged.enforced:
            self._let_pass(message)
            arbiter.ended(
                goal, ok=self.fuzzer.one((True, False)), finished_ns=arbiter.clock.stamp()
            )

    def _send_goal(self, message: Any) -> None:
        self.robot.episode = self.episode
        handle = self.ros.wait(self.guard._raw.send_goal_async(message))
        if handle.accepted:
            self.ros.wait(handle.get_result_async())
        for asked in self.robot.asked:
            self._let_pass(asked)
        self.robot.asked.clear()

    def _let_pass(self, message: Any) -> None:
        self.passed += 1
        assert (message.skill, list(message.arguments)) != (SWITCH_ON, [LAMP])


@pytest.fixture
def siege(ros: Ros, robot: Robot, tmp_path: Path) -> Iterator[Siege]:
    rules = tmp_path / "rules.yaml"
    rules.write_text(RULES, encoding="utf-8")
    guard = Guarded(ros, None, episode="", knowledge_base=str(rules), hold_s=0.05)
    logger = guard.node.get_logger()
    level = logger.get_effective_level()
    logger.set_level(LoggingSeverity.FATAL)  # every rejection is logged otherwise
    guard.tell_task(EPISODES[0], owner="fuzz", instruction="Tidy up.")
    robot.episode = EPISODES[0]
    guard.connect(robot)
    yield Siege(guard, robot, Fuzzer(13))
    logger.set_level(level)  # levels are those of the process, by name


def test_a_guard_outlives_whatever_it_is_sent(siege: Siege) -> None:
    warm = 0
    for number in range(COUNT):
        if number == WARM_UP:
            warm = resident()
        if number % 20 == 0:
            siege.read()
        else:
            siege.send(by_dds=number % 20 == 1)
        if number % CHECK_EVERY == CHECK_EVERY - 1:
            siege.check(number)
    assert siege.passed > COUNT // 100
    assert resident() < GROWTH * warm


def test_a_ledger_and_a_watch_stay_small_and_no_permit_counts_twice() -> None:
    fuzzer, ledger, watch = Fuzzer(14), PermitLedger(), HeartbeatWatch(SECOND)
    redeemed: dict[bytes, int] = {}
    for number in range(COUNT * 3):
        now_ns = number * SECOND // 100
        fuzzer.begin()
        permit = fuzzer.permit(watch.guard, number)
        if fuzzer.one((True, False)):
            ledger.register(permit, now_ns)
        elif ledger.redeem(permit, now_ns) == "":
            assert number - redeemed.get(permit.goal_id, -MOST_USED) >= MOST_USED
            redeemed[permit.goal_id] = number
        run, sequence = fuzzer.word(("run", "other")), fuzzer.random.randrange(2**64)
        watch.heard(run, sequence, stopped=fuzzer.seldom(), now_ns=now_ns)
        assert len(ledger._waiting) <= MOST_WAITING
        assert len(ledger._used) <= MOST_USED
        assert len(watch._last) <= MOST_GUARDS
    assert len(redeemed) > COUNT // 100
