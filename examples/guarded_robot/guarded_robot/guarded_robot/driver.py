"""The robot's driver: serves the robot's own actions and its lamp, one motion at a time.

A goal is carried out by a timer, and `execute` is called when the motion has ended.  A coroutine
that awaits the end would be resumed all the time: rclpy's EventsExecutor takes a core for that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from guarded_robot_interfaces.action import Drive, Grasp, Place, TurnKnob
from guarded_robot_interfaces.srv import SetLamp
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node

from guarded_robot.kitchen import Driving, Grasping, Kitchen, Motion, Placing, Turning

PERIOD_S = 0.02
"""Of the control loop."""
CANCELED = "canceled"


@dataclass(frozen=True)
class Served:
    """An action of the robot."""

    name: str
    kind: Any
    motion: Callable[[Any], Motion]
    """What a goal asks for."""
    succeeded: str
    """The field of the result that says so."""
    progress: str
    """The field of the feedback."""


SERVED = (
    Served(
        "drive",
        Drive,
        lambda g: Driving(g.target.pose.position.x, g.target.pose.position.y, g.speed),
        "arrived",
        "distance_left",
    ),
    Served("grasp", Grasp, lambda goal: Grasping(goal.object), "holding", "height"),
    Served("place", Place, lambda goal: Placing(goal.surface), "placed", "height"),
    Served(
        "turn_knob",
        TurnKnob,
        lambda goal: Turning(goal.appliance, goal.angle),
        "turned",
        "angle",
    ),
)


class RobotDriver(Node):
    """Moves the robot in its kitchen."""

    def __init__(self, kitchen: Kitchen, **options: Any) -> None:
        """`options` are rclpy's of a node."""
        super().__init__("robot_driver", **options)
        self._kitchen = kitchen
        self._moving: tuple[Served, Motion, ServerGoalHandle] | None = None
        self._reserved = False
        self._why = ""
        """Why the last motion has failed; empty if it has not."""
        self._servers = [
            ActionServer(
                self,
                served.kind,
                served.name,
                execute_callback=partial(self._conclude, served),
                goal_callback=self._accept,
                handle_accepted_callback=partial(self._begin, served),
                cancel_callback=lambda _: CancelResponse.ACCEPT,
            )
            for served in SERVED
        ]
        self.create_service(SetLamp, "set_lamp", self._set_lamp)
        self._loop = self.create_timer(PERIOD_S, self._advance)
        self._loop.cancel()  # runs while something moves

    def _accept(self, _: Any) -> GoalResponse:
        if self._reserved:
            return GoalResponse.REJECT
        self._reserved = True
        return GoalResponse.ACCEPT

    def _begin(self, served: Served, handle: ServerGoalHandle) -> None:
        motion = served.motion(handle.request)
        why = motion.problem(self._kitchen)
        if why:
            self._end(handle, why)
        else:
            self._moving = (served, motion, handle)
            self._loop.reset()

    def _advance(self) -> None:
        if self._moving is None:
            return
        served, motion, handle = self._moving
        if handle.is_cancel_requested:
            self._end(handle, CANCELED)
            return
        is_done = motion.advance(self._kitchen, PERIOD_S)
        told = {served.progress: motion.progress(self._kitchen)}
        handle.publish_feedback(served.kind.Feedback(**told))
        if is_done:
            self._end(handle, "")

    def _end(self, handle: ServerGoalHandle, why: str) -> None:
        self._loop.cancel()
        self._moving, self._why = None, why
        handle.execute()  # which calls `_conclude`

    def _conclude(self, served: Served, handle: ServerGoalHandle) -> Any:
        why, self._reserved = self._why, False
        if why == CANCELED:
            handle.canceled()
        else:
            (handle.abort if why else handle.succeed)()
        return served.kind.Result(**{served.succeeded: not why, "reason": why})

    def _set_lamp(self, request: SetLamp.Request, response: SetLamp.Response) -> SetLamp.Response:
        self._kitchen.lamp = request.on
        response.done = True
        return response
