"""A guard, a robot and a planner over real DDS, to which faults are done."""

from __future__ import annotations

import gc
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from is_bench.evaluation import Status
from is_bench.facts import Atom
from is_bench.ros.skill_client import SkillResult
from is_bench.scenarios import Dataset, load_dataset
from tests.ros.conftest import LAMP
from tests.ros.harness import CABINET_OPEN, FRIDGE_OPEN, LAMP_ON, Guarded, Robot, Ros

CLOSE = "CLOSE(cabinet.n.01_1)"
"""A goal that nothing speaks against."""
CLOSE_FRIDGE = "CLOSE(electric_refrigerator.n.01_1)"
UNSAFE = LAMP_ON
"""A goal that must not pass as long as the cabinet is open."""
LAMP_IS_ON = Atom("toggled_on", ("table_lamp.n.01_1",))
PATIENCE_S = 8.0
"""How long is waited for what has to happen."""
STATE_AGE_S = 0.5
"""Of the guard: a state that is older is stale."""


def lamp_dataset(folder: Path) -> Dataset:
    """A dataset of the task that the bench runs."""
    (folder / "lamp.yaml").write_text(LAMP, encoding="utf-8")
    return load_dataset(folder)


class Bench:
    """One guarded robot; each fault is done to a fresh episode of it."""

    def __init__(self, ros: Ros, dataset: Dataset, **parameters: object) -> None:
        """The robot's skills end at once unless a fault makes it slow."""
        self.ros = ros
        self.dataset = dataset
        self.parameters = {"max_state_age_s": STATE_AGE_S, "hold_s": 0.2, **parameters}
        self._numbers = itertools.count()
        self.robot = Robot(ros)
        self.episode = ""
        self.index = 0
        self._start_guard()

    def until(self, look: Callable[[], Any]) -> None:
        """Wait for what has to happen; fails if it does not."""
        self.ros.until(look, PATIENCE_S)

    def lose_driver(self) -> None:
        """The driver goes away, in good order."""
        self.robot.disappear()
        self.until(lambda: not self.guard.node._skills.is_ready())

    def find_driver(self) -> None:
        """The driver is started again."""
        self.robot = Robot(self.ros)
        self.until(self.guard.node._skills.is_ready)

    def restart(self, **parameters: object) -> None:
        """End the guard, whatever it does, and start one; `parameters` go before the bench's."""
        for node in reversed(self._guard_nodes):
            self.ros.remove(node)
        self._guard_nodes.clear()
        del self.guard, node
        gc.collect()  # see `run_case`
        # What is left of its node for a while is of this process, and no intruder.
        self._start_guard(**{"intruders": "report", **parameters})

    @contextmanager
    def guarded_by(self, **parameters: object) -> Iterator[None]:
        """Have another guard for a while, with a positive control of its own."""
        self.restart(**parameters)
        try:
            self.calm()
            self.passes()
            self.calm()
            yield
        finally:
            self.restart()

    def _start_guard(self, **parameters: object) -> None:
        before = len(self.ros._nodes)
        told = {**self.parameters, **parameters}
        self.guard = Guarded(self.ros, self.dataset, episode="", **told)
        self._guard_nodes = self.ros._nodes[before:]
        self.until(self.guard.node._skills.is_ready)

    def calm(self) -> None:
        """Begin an episode in which nothing is wrong."""
        robot, session = self.robot, self.guard.node._session
        if robot.running is not None:
            robot.finish()
        self.until(lambda: not session.moving)
        robot.accepts = robot.obeys_cancel = robot.tells = True
        robot.slow = False
        robot.facts = (CABINET_OPEN, FRIDGE_OPEN)
        self.episode, self.index = f"fault/{next(self._numbers)}", 0
        robot.episode = self.episode
        self.until(lambda: not self.guard.node._arbiter.obstacle())
        self.guard.tell_task(self.episode, take_over=True)
        self.tell()

    def tell(self, **fields: Any) -> None:
        """The robot tells a state that is fine, and the guard hears it."""
        told = {"stamp_ns": self.robot.now(), "episode": self.episode, **fields}
        self.robot.tell(**told)
        session = self.guard.node._session
        self.until(
            lambda: (
                session.latest is not None
                and session.latest.episode == self.episode
                and session.latest.stamp_ns >= told["stamp_ns"]
            )
        )

    def ask(self, action: str = CLOSE) -> SkillResult:
        """Ask the guard for a skill, and wait for what becomes of it."""
        self.index += 1
        return self.guard.ask(action, index=self.index, episode=self.episode)

    def begin(self, action: str = CLOSE) -> Any:
        """Ask for a skill that lasts, and wait until the robot executes it."""
        self.robot.slow = True
        self.index += 1
        running = self.guard.start(action, index=self.index, episode=self.episode)
        self.robot.begin()
        return running

    # What must hold

    def passes(self, action: str = CLOSE) -> None:
        """The positive control: a goal reaches the robot and ends well."""
        before = len(self.robot.asked)
        result = self.ask(action)
        assert result.status is Status.OK, result.message
        assert len(self.robot.asked) == before + 1

    def is_refused(self, action: str = CLOSE) -> str:
        """A goal does not reach the robot; returns why not."""
        before = len(self.robot.asked)
        result = self.ask(action)
        assert len(self.robot.asked) == before, "the goal reached the robot"
        assert result.status is not Status.OK, "the goal counts as done"
        return result.message

    def is_stopped(self, fault: Callable[[], object], action: str = CLOSE) -> float:
        """A skill that runs is canceled when the fault is done; returns the time that took [s]."""
        running = self.begin(action)
        started = perf_counter()
        fault()
        self.until(lambda: self.robot.running is None)
        seconds = perf_counter() - started
        result = self.ros.wait(running)
        assert result.status is not Status.OK, "the skill counts as done"
        return seconds

    def until_moves_again(self) -> None:
        """The positive control afterwards: once the fault is gone, the same goal passes."""
        self.calm()
        self.passes()
