"""The sim_bridge node: a simulator as a ROS robot.

Threading: one executor thread; every callback runs to its end, so that the state published after a
skill is the state that the skill left.  A skill's result is sent after the state that shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import Fact, SkillEvent, WorldState
from is_bench_interfaces.msg import Happening as HappeningMessage
from is_bench_interfaces.srv import ResetWorld
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node

from is_bench.domain import load_domain
from is_bench.errors import IsBenchError
from is_bench.events import Occurrence, OccurrenceKind
from is_bench.events.model import of_kind
from is_bench.facts import FactSet
from is_bench.messages import (
    FactMessages,
    call_message,
    call_of,
    happening_message,
    header,
    nanoseconds_of,
    object_messages,
    time_message,
)
from is_bench.objects import SceneObject
from is_bench.ros import graph, types
from is_bench.ros.clocks import clock_ns
from is_bench.ros.middleware import make_room_for_pictures
from is_bench.ros.node_program import NodeProgram
from is_bench.ros.spinning import run_node
from is_bench.scenarios import Dataset, load_dataset
from is_bench.views import View
from is_bench.world import quirks_of
from sim_bridge.backends import make_simulator
from sim_bridge.camera_publisher import CameraPublisher
from sim_bridge.embodied.render_thread import RenderThread
from sim_bridge.errors import SimulatorError
from sim_bridge.eventful import EventfulSimulator, StepResult
from sim_bridge.parameters import declare_parameters
from sim_bridge.remote.client import RemoteSimulator


class SimBridge(Node):
    """Serves /robot/execute_skill from a simulator and publishes the state of its world."""

    def __init__(self, dataset: Dataset | None = None, **options: object) -> None:
        """Read the parameters; `dataset` spares a composed process from reading it again."""
        super().__init__("sim_bridge", **options)
        given = declare_parameters(self)
        self._dataset = dataset or load_dataset(
            given.dataset, load_domain(given.domain) if given.domain else None
        )
        self._render_thread = RenderThread(given.image_size) if given.cameras.topics else None
        self._simulator = EventfulSimulator(make_simulator(given.simulator, self._render_thread))
        self._episode = ""
        self._first: frozenset[str] = frozenset()
        """The names of the objects that were there at the reset."""
        self._facts = FactMessages(types)
        self._state = WorldState()
        self._states = self.create_publisher(WorldState, graph.WORLD_STATE, graph.EVENTS)
        self._truths = self.create_publisher(WorldState, graph.WORLD_TRUTH, graph.EVENTS)
        self._tells_truth = False
        """Whether what is really so is published, too."""
        self._events = self.create_publisher(SkillEvent, graph.SKILL_EVENTS, graph.EVENTS)
        self._cameras = CameraPublisher(self, given.cameras, self._observe, self._end_episode)
        self.create_service(ResetWorld, graph.RESET_WORLD, self._reset)
        self.create_timer(given.heartbeat_s, self._beat)
        self._server = ActionServer(
            self,
            ExecuteSkill,
            graph.ROBOT_SKILL,
            execute_callback=self._execute,
            goal_callback=self._accept,
            cancel_callback=lambda _: CancelResponse.REJECT,  # a symbolic skill takes no time
            result_timeout=graph.RESULT_TIMEOUT,
        )

    def destroy_node(self) -> None:
        """Close the simulator, and end the node."""
        super().destroy_node()
        self._simulator.close()
        if self._render_thread is not None:
            self._render_thread.close()

    def _observe(self) -> tuple[View, ...]:
        return self._simulator.observe()

    def _reset(
        self, request: ResetWorld.Request, response: ResetWorld.Response
    ) -> ResetWorld.Response:
        try:
            scenario = self._dataset.get(request.task)
            opening = self._simulator.reset(scenario, quirks_of(request.world), int(request.seed))
            objects = self._simulator.objects()
            self._first = frozenset(objects.by_name)
            self._cameras.begin([thing.name for thing in objects])
        except IsBenchError as error:
            self._episode = ""
            self._cameras.end()
            response.message = str(error)
            return response
        self._episode = request.episode_id
        self._facts = FactMessages(types)
        self._tells_truth = bool(scenario.script.sense_faults)
        self._publish(
            opening,
            header=header(types, clock_ns(self)),
            episode_id=self._episode,
            closed_world=True,
            objects=object_messages(types, objects),
        )
        response.success = True
        response.state = self._state
        return response

    def _accept(self, goal: ExecuteSkill.Goal) -> GoalResponse:
        if self._episode and goal.episode_id == self._episode:
            return GoalResponse.ACCEPT
        self.get_logger().warning(
            f"rejected {goal.skill[:80]}: episode {goal.episode_id[:80]!r} is not the one that the "
            f"world was reset for ({self._episode!r})"
        )
        return GoalResponse.REJECT

    def _execute(self, handle: ServerGoalHandle) -> ExecuteSkill.Result:
        goal = handle.request
        received = clock_ns(self)
        try:
            result = self._simulator.execute(call_of(goal))
            outcome = result.outcome
            finished = clock_ns(self)
            objects = self._arrived()
            self._cameras.changed([thing.name for thing in objects])
            self._publish_state(_words(goal), result, objects, finished)
        except SimulatorError as error:
            return self._broken(handle, error)
        code = WorldState.STATUS_OK if outcome.ok else WorldState.STATUS_FAILED
        self._publish_event(goal, code, result, received, finished)
        (handle.succeed if outcome.ok else handle.abort)()
        return ExecuteSkill.Result(
            status=code, error=outcome.error, finished=time_message(types, finished)
        )

    def _publish(self, occurrences: Sequence[Occurrence], **state: Any) -> None:
        """Publish what is told of the present state, and where needed what is so in truth."""
        true = self._simulator.facts()
        public = [found for found in occurrences if found.kind is not OccurrenceKind.SENSE_FAULT]
        if self._tells_truth:
            facts = self._fact_messages(true)
            listed = self._happening_messages(occurrences)
            self._truths.publish(WorldState(**state, happenings=listed, facts=facts))
        self._state = WorldState(
            **state,
            happenings=self._happening_messages(public),
            facts=self._fact_messages(self._simulator.told(true)),
        )
        self._states.publish(self._state)
        self._cameras.show(nanoseconds_of(self._state.header.stamp))

    def _happening_messages(self, occurrences: Sequence[Occurrence]) -> list[HappeningMessage]:
        return [happening_message(types, self._facts, found) for found in occurrences]

    def _fact_messages(self, facts: FactSet) -> list[Fact]:
        return [*self._facts.true(facts.true), *self._facts.unknown(facts.unknown)]

    def _broken(self, handle: ServerGoalHandle, error: SimulatorError) -> ExecuteSkill.Result:
        """Give the episode up: no state shows the skill, so that it cannot count as an agent's.

        The next reset starts another simulator.
        """
        self._end_episode(error)
        handle.abort()
        return ExecuteSkill.Result(
            status=WorldState.STATUS_FAILED,
            error=f"the simulator broke: {error}",
            finished=time_message(types, clock_ns(self)),
        )

    def _end_episode(self, error: SimulatorError) -> None:
        self._episode = ""
        self._cameras.end()
        self.get_logger().error(f"the simulator broke, and the episode ends: {error}")

    def _arrived(self) -> list[SceneObject]:
        """The objects that have appeared since the reset.

        All of them in every state: whoever misses one state hears of them by the next.
        """
        return [thing for thing in self._simulator.objects() if thing.name not in self._first]

    def _publish_state(
        self, action: str, result: StepResult, objects: Sequence[SceneObject], finished: int
    ) -> None:
        outcome = result.outcome
        self._publish(
            result.occurrences,
            header=header(types, finished),
            episode_id=self._episode,
            step=self._state.step + 1,
            action=action,
            status=WorldState.STATUS_OK if outcome.ok else WorldState.STATUS_FAILED,
            error=outcome.error,
            closed_world=True,
            objects=object_messages(types, objects),
        )

    def _publish_event(
        self,
        goal: ExecuteSkill.Goal,
        status: int,
        result: StepResult,
        received: int,
        finished: int,
    ) -> None:
        faults = of_kind(result.occurrences, OccurrenceKind.SKILL_FAULT)
        self._events.publish(
            SkillEvent(
                header=header(types, finished),
                source="executor",
                episode_id=goal.episode_id,
                request_id=goal.request_id,
                index=goal.index,
                action=goal.action,
                call=call_message(types, call_of(goal)),
                status=status,
                error=result.outcome.error,
                cause=faults[0].name if faults else "",
                received=time_message(types, received),
            )
        )

    def _beat(self) -> None:
        """Say again what is known: a guard takes silence for a stale world."""
        if self._episode and isinstance(self._simulator.simulator, RemoteSimulator):
            try:
                self._simulator.simulator.check()
            except SimulatorError as error:
                self._end_episode(error)
        if self._episode:
            now = clock_ns(self)
            self._state.header = header(types, now)
            self._states.publish(self._state)
            self._cameras.restamp(now)


def _words(goal: ExecuteSkill.Goal) -> str:
    """What led to a state, in words: the planner's own, or else the call."""
    return goal.action or str(call_of(goal))


PROGRAM = NodeProgram(
    "sim_bridge",
    "Simulates a robot and its world: serves robot/execute_skill and is_bench/reset_world, and "
    "publishes is_bench/world_state and camera images.",
    declare_parameters,
)


def main() -> None:
    """Run the node until it is interrupted."""
    PROGRAM.check_command_line()
    make_room_for_pictures()
    run_node(SimBridge)


if __name__ == "__main__":
    main()
