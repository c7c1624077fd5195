"""A planner: it asks for motions one by one, and prints what becomes of each.

It talks to `guarded/...` where the guard listens; the names below that are the robot's.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import fill
from typing import Any

import rclpy
from action_msgs.msg import GoalStatus
from geometry_msgs.msg import PoseStamped
from guarded_robot_interfaces.action import Drive, Grasp, Place, TurnKnob
from is_bench_interfaces.msg import Verdict, WorldState
from rclpy.action import ActionClient
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile

WAIT_S = 60.0
"""How long the guard may take to start, and a motion to end."""
REASON_S = 2.0
"""How long a refusal may take to be explained."""
RETRY_S = 0.5
"""After which a motion is asked for again that was refused because the guard was not ready."""
NOT_READY = "guard_not_ready"
"""What the guard names in place of a constraint until it knows the world and sees the robot."""
WIDTH = 100
"""Of what is printed, in characters."""
LATCHED = QoSProfile(depth=100, durability=DurabilityPolicy.TRANSIENT_LOCAL)
DONE, REFUSED, FAILED = "done", "REFUSED", "FAILED"


@dataclass(frozen=True)
class Step:
    """A motion that is asked for."""

    text: str
    name: str
    """Of the action."""
    kind: Any
    goal: Any


@dataclass(frozen=True)
class Outcome:
    """What became of a motion."""

    status: str
    why: str = ""
    remedy: tuple[str, ...] = ()
    """The calls that the guard proposes to make first."""
    too_early: bool = False
    """Whether the guard was not ready; the motion may be asked for again."""


class Planner(Node):
    """Asks for motions, and learns why one is refused."""

    def __init__(self) -> None:
        """Listen to what the guard says."""
        super().__init__("planner")
        self._verdicts: dict[str, Verdict] = {}
        self._states: list[WorldState] = []
        self.create_subscription(Verdict, "is_bench/verdicts", self._on_verdict, LATCHED)
        self.create_subscription(WorldState, "is_bench/world_state", self._states.append, LATCHED)

    def wait_for_guard(self) -> bool:
        """Whether the guard knows the state of the kitchen, in time."""
        return self._until(lambda: bool(self._states), WAIT_S)

    def ask(self, step: Step) -> Outcome:
        """Ask for a motion, again while the guard is not ready, and wait for its end."""
        end = self._now() + WAIT_S
        while (outcome := self._ask_once(step)).too_early and self._now() < end:
            self._until(lambda: False, RETRY_S)
        return outcome

    def _ask_once(self, step: Step) -> Outcome:
        client = ActionClient(self, step.kind, f"guarded/{step.name}")
        try:
            if not client.wait_for_server(timeout_sec=WAIT_S):
                return Outcome(FAILED, f"nobody serves guarded/{step.name}")
            handle = self._wait(client.send_goal_async(step.goal))
            if not handle.accepted:
                return self._refusal(bytes(handle.goal_id.uuid).hex())
            ended = self._wait(handle.get_result_async())
        finally:
            client.destroy()
        if ended.status == GoalStatus.STATUS_SUCCEEDED:
            return Outcome(DONE)
        return Outcome(FAILED, ended.result.reason)

    def _refusal(self, goal: str) -> Outcome:
        """Why a goal was refused; the guard's verdict names it by its id in hex."""
        if not self._until(lambda: goal in self._verdicts, REASON_S):
            return Outcome(REFUSED, "the robot gives no reason")
        verdict = self._verdicts[goal]
        remedy = (f"{call.skill}({', '.join(call.arguments)})" for call in verdict.remedy)
        too_early = NOT_READY in verdict.constraints
        return Outcome(REFUSED, verdict.feedback, tuple(remedy), too_early)

    def _on_verdict(self, verdict: Verdict) -> None:
        self._verdicts[verdict.request_id] = verdict

    def _wait(self, future: Any) -> Any:
        rclpy.spin_until_future_complete(self, future, timeout_sec=WAIT_S)
        if not future.done():
            raise TimeoutError("the guard does not answer")
        return future.result()

    def _until(self, look: Callable[[], bool], seconds: float) -> bool:
        end = self._now() + seconds
        while not look() and self._now() < end:
            rclpy.spin_once(self, timeout_sec=0.1)
        return look()

    def _now(self) -> float:
        return float(self.get_clock().now().nanoseconds) / 1e9


def _drive(x: float, y: float) -> Any:
    target = PoseStamped()
    target.header.frame_id = "map"
    target.pose.position.x, target.pose.position.y = x, y
    target.pose.orientation.w = 1.0
    return Drive.Goal(target=target, speed=0.5)


def _turn(degrees: float) -> Any:
    return TurnKnob.Goal(appliance="stove", angle=degrees)


TO_THE_STOVE = Step("drive to the stove", "drive", Drive, _drive(1.7, 1.6))
STOVE_ON = Step("turn the knob of the stove to 90 degrees", "turn_knob", TurnKnob, _turn(90.0))
STOVE_OFF = Step("turn the knob of the stove to 0", "turn_knob", TurnKnob, _turn(0.0))
GRASP = Step("grasp the towel", "grasp", Grasp, Grasp.Goal(object="towel", force=10.0))
PLACE = Step("lay it on the counter", "place", Place, Place.Goal(surface="counter"))
AWAY = Step("drive to the doorway", "drive", Drive, _drive(0.0, 0.0))

PLAN = (
    (TO_THE_STOVE, DONE),
    (STOVE_ON, REFUSED),  # the towel lies on it
    (GRASP, DONE),
    (PLACE, DONE),
    (STOVE_ON, DONE),
    (AWAY, REFUSED),  # a rule of the house
)
"""What is asked for, and what becomes of it behind a guard."""
REMEDIES = {"TOGGLE_OFF(stove_1)": STOVE_OFF}
"""The calls of the guard's language that this planner knows how to ask for."""


def carry_out(planner: Planner) -> bool:
    """Ask for every motion, with the remedies that are proposed; whether all went as expected."""
    as_expected, number = True, 0
    todo = list(PLAN)
    while todo:
        step, expected = todo.pop(0)
        number += 1
        outcome = planner.ask(step)
        say(f"{number}. {step.text}: {outcome.status}")
        if outcome.why:
            say(fill(f"   why: {outcome.why}", WIDTH, subsequent_indent="   "))
        known = [REMEDIES[call] for call in outcome.remedy if call in REMEDIES]
        if known:
            todo = [*((remedy, DONE) for remedy in (*known, step)), *todo]
        as_expected &= outcome.status == expected
    return as_expected


def say(text: str) -> None:
    """Print at once, also to a pipe."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Ask for every motion; 0 if each became what it should."""
    rclpy.init()
    planner = Planner()
    try:
        if planner.wait_for_guard():
            return 0 if carry_out(planner) else 1
        say("no guard: nobody publishes is_bench/world_state")
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    finally:
        planner.destroy_node()
        rclpy.try_shutdown()
    return 1


if __name__ == "__main__":
    sys.exit(main())
