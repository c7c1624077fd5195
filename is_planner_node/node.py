"""The is_planner_node: executes the planner's steps of an episode, skill by skill.

Threading: one executor thread; an episode is a coroutine that waits for skills, so that other
callbacks are served meanwhile.  One episode at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from is_bench_interfaces.action import RunEpisode
from is_bench_interfaces.msg import Verdict as VerdictMessage
from is_bench_interfaces.msg import WorldState
from is_bench_interfaces.srv import CheckPlan, SetTask
from rclpy.action import CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future

from is_bench.calls import SkillCall
from is_bench.domain import load_domain
from is_bench.domain.text import read_plan, read_step
from is_bench.durations import seconds_to_ns
from is_bench.errors import IsBenchError
from is_bench.evaluation import Ending, Status
from is_bench.guard_log_messages import wash_rule_messages
from is_bench.messages import (
    STATUS,
    advice_of,
    call_message,
    descriptions_of,
    object_messages,
    verdict_of,
)
from is_bench.objects import ObjectTable, make_object
from is_bench.ros import graph, types
from is_bench.ros.clocks import clock_ns
from is_bench.ros.coroutines import in_thread, result_of
from is_bench.ros.goal_server import GoalServer
from is_bench.ros.node_program import NodeProgram
from is_bench.ros.skill_client import SkillClient, SkillResult
from is_bench.ros.spinning import run_node
from is_bench.scenarios import Dataset, Scenario, load_dataset
from is_bench.verdict import EPISODE_NOT_OVER, GuardMode, PlanVerdict, TaskVerdict
from is_bench.views import View
from is_bench.world import Quirks, SkillFailed, quirks_of
from is_planner_node.backends import Planner, make_planner
from is_planner_node.camera_subscriber import CameraSubscriber
from is_planner_node.conversation_publisher import ConversationPublisher
from is_planner_node.core.planner import LastStep, Observation, negotiation
from is_planner_node.core.report_messages import report_message
from is_planner_node.core.state_clock import StateClock
from is_planner_node.parameters import declare_parameters

ENDINGS = {
    Ending.DONE: RunEpisode.Result.ENDED_DONE,
    Ending.PLAN_EXHAUSTED: RunEpisode.Result.ENDED_PLAN,
    Ending.BUDGET: RunEpisode.Result.ENDED_BUDGET,
    Ending.REFUSED: RunEpisode.Result.ENDED_REFUSED,
}


_Thought = TypeVar("_Thought")

LATE_S = 1.0
"""Longest wait of an invalid step for a state that may introduce new objects."""
LOOK_S = 0.01
"""Polling period of this wait."""


@dataclass
class _Reading:
    """Parses a planner's texts into calls, in one episode."""

    scenario: Scenario
    quirks: Quirks
    objects: ObjectTable
    """Objects of the scene, including those that appeared later."""

    def call(self, text: str) -> SkillCall | None:
        """The call in `text`; None: there is nothing to execute.  Raises SkillFailed."""
        return read_step(text, self.scenario.scene.domain, self.objects, self.quirks)

    def plan(self, texts: Sequence[str]) -> list[tuple[int, SkillCall]]:
        """The calls in a plan, each with the index of its step; other steps have no call."""
        return read_plan(texts, self.scenario.scene.domain, self.objects, self.quirks)

    def see(self, state: WorldState) -> None:
        """Add objects that have appeared."""
        self.objects = self.objects.joined(
            make_object(thing.name, thing.synset, thing.abilities, label=thing.label)
            for thing in descriptions_of(state.objects)
        )


class PlannerNode(Node):
    """Serves run_episode: executes the planner's steps through the skill server."""

    def __init__(self, dataset: Dataset | None = None, **options: object) -> None:
        """Read the parameters; a composed process passes its `dataset`."""
        super().__init__("is_planner_node", **options)
        given = declare_parameters(self)
        self._guarded = given.guarded
        self._wait_s, self._views_timeout_s = given.server_timeout_s, given.views_timeout_s
        self._model = None if given.planning is None else given.planning.open()
        self._dataset = dataset or load_dataset(
            given.dataset, load_domain(given.domain) if given.domain else None
        )
        self._busy = False
        self._group = group = ReentrantCallbackGroup()
        self._state_clock = StateClock()
        self._cameras: CameraSubscriber | None = None
        self._conversation = ConversationPublisher(self)
        self._reading: _Reading | None = None
        self._episode = ""
        self.create_subscription(
            WorldState, graph.WORLD_STATE, self._on_state, graph.EVENTS, callback_group=group
        )
        self._skills = SkillClient(
            self, graph.GUARD_SKILL if self._guarded else graph.ROBOT_SKILL, group
        )
        self._tasks = self.create_client(SetTask, graph.SET_TASK, callback_group=group)
        self._plans = self.create_client(CheckPlan, graph.CHECK_PLAN, callback_group=group)
        self._server = GoalServer(
            self,
            RunEpisode,
            graph.RUN_EPISODE,
            execute_callback=self._run,
            goal_callback=self._accept,
            cancel_callback=self._cancel,
            callback_group=group,
            result_timeout=graph.RESULT_TIMEOUT,
        )

    def _on_state(self, state: WorldState) -> None:
        self._state_clock.tell(state)
        if self._reading is not None and state.objects and state.episode_id == self._episode:
            self._reading.see(state)
        if self._cameras is not None:
            self._cameras.notify()

    def _accept(self, goal: RunEpisode.Goal) -> GoalResponse:
        if self._busy:
            self.get_logger().warning(
                f"episode {goal.episode_id} rejected: another episode is running"
            )
            return GoalResponse.REJECT
        self._busy = True
        return GoalResponse.ACCEPT

    def _cancel(self, _: ServerGoalHandle) -> CancelResponse:
        self._skills.cancel()
        return CancelResponse.ACCEPT

    async def _run(self, handle: ServerGoalHandle) -> RunEpisode.Result:
        result = RunEpisode.Result(ending=RunEpisode.Result.ENDED_ERROR)
        try:
            await self._run_episode(handle, result)
        except IsBenchError as error:
            result.error = str(error)
        except Exception as error:  # noqa: BLE001  # a planner may fail in any way; report it
            result.error = f"{type(error).__name__}: {error}"
        finally:
            self._busy = False
            self._reading = None
            self._close_cameras()
        if handle.is_cancel_requested:
            handle.canceled()
        elif result.error:
            handle.abort()
        else:
            handle.succeed()
        return result

    async def _run_episode(self, handle: ServerGoalHandle, result: RunEpisode.Result) -> None:
        goal = handle.request
        scenario = self._dataset.get(goal.task)
        quirks = quirks_of(goal.world)
        model = self._conversation.begin(goal.episode_id, self._model)
        planner = make_planner(goal.planner, scenario, quirks, list(goal.plan), model)
        reading = _Reading(scenario, quirks, scenario.scene.objects)
        self._reading, self._episode = reading, goal.episode_id
        if not self._skills.wait_for_server(self._wait_s):
            raise IsBenchError(
                f"no skill server within {self._wait_s:g} s; check that the robot runs"
            )
        if planner.wants_views:
            self._cameras = CameraSubscriber(
                self, graph.CAMERAS, self._group, self._state_clock, self._views_timeout_s
            )
        try:
            if self._guarded:
                if not await self._set_task(goal, planner, result):
                    return
                views = await self._wait_for_views(goal.episode_id, 0)
                plan = await self._think(partial(planner.propose, views))
                await self._negotiate(goal, planner, reading, result, plan)
            ending = await self._loop(handle, planner, reading, result)
        finally:
            report = planner.report()
            result.report = [] if report is None else [report_message(types, report)]
            result.exchanges = self._conversation.published
        result.ending = ENDINGS[ending]

    async def _set_task(
        self, goal: RunEpisode.Goal, planner: Planner, result: RunEpisode.Result
    ) -> bool:
        """Set the guard's task; False if it rejects the task."""
        if not self._tasks.wait_for_service(timeout_sec=self._wait_s):
            raise IsBenchError(
                f"no guard within {self._wait_s:g} s; check that is_safety_monitor runs"
            )
        scene = self._dataset.get(goal.task).scene
        request = SetTask.Request(
            episode_id=goal.episode_id,
            task=goal.task,
            instruction=scene.instruction,
            objects=object_messages(types, scene.objects),
            wash_rules=wash_rule_messages(types, scene.wash_rules),
            owner=graph.EVALUATION,
        )
        answer = await result_of(self._tasks.call_async(request))
        verdict = verdict_of(answer.verdict)
        if answer.accepted:
            if self._is_enforcing(answer.verdict):
                planner.brief(TaskVerdict(verdict, tuple(map(advice_of, answer.advice))))
            return True
        if verdict.constraints == (EPISODE_NOT_OVER,):
            raise IsBenchError(f"the guard rejected the task: {verdict.feedback}")
        result.ending = RunEpisode.Result.ENDED_REFUSED
        self.get_logger().info(f"the guard rejected the task {goal.task}: {verdict.feedback}")
        return False

    async def _negotiate(
        self,
        goal: RunEpisode.Goal,
        planner: Planner,
        reading: _Reading,
        result: RunEpisode.Result,
        first: Sequence[str] | None,
        done: int = 0,
    ) -> None:
        """Let the guard check the plan `first`, if any; it starts after `done` steps."""
        talk = negotiation(planner, first)
        plan = next(talk, None)
        while plan is not None:
            asked = [(done + index, call) for index, call in reading.plan(plan)]
            calls = [call_message(types, call) for _, call in asked]
            request = CheckPlan.Request(episode_id=goal.episode_id, plan=calls)
            answer = await result_of(self._plans.call_async(request))
            result.plans_checked += 1
            result.plan_steps = [*result.plan_steps, *(index for index, _ in asked)]
            if not all(map(self._is_enforcing, answer.verdicts)):
                return
            # A plan that is too long gets a single verdict.
            judged = zip(asked, map(verdict_of, answer.verdicts), strict=False)
            checked = tuple(replace(verdict, index=index) for (index, _), verdict in judged)
            plan = await self._think(partial(_next_plan, talk, PlanVerdict(checked)))

    @staticmethod
    def _is_enforcing(message: VerdictMessage) -> bool:
        """Whether the guard enforces its verdicts."""
        return bool(message.mode == GuardMode.ENFORCE.value)

    async def _loop(
        self,
        handle: ServerGoalHandle,
        planner: Planner,
        reading: _Reading,
        result: RunEpisode.Result,
    ) -> Ending:
        goal = handle.request
        last: LastStep | None = None
        index = finished_ns = 0
        while not goal.max_steps or index < goal.max_steps:
            if handle.is_cancel_requested:
                raise IsBenchError("the episode was canceled")
            views = await self._wait_for_views(goal.episode_id, finished_ns)
            seen = Observation(index, last, views)
            if self._guarded:
                plan = await self._think(partial(planner.replan, seen))
                await self._negotiate(goal, planner, reading, result, plan, index)
            action = await self._think(partial(planner.next_step, seen))
            if action is None:
                return Ending.PLAN_EXHAUSTED
            call, done = await self._step(reading, index, action, finished_ns)
            finished_ns = max(finished_ns, done.finished_ns)
            last = LastStep(index, action, done.status, done.message, done.remedy, done.final)
            self._report(handle, result, last, call)
            if call is not None and call.is_done and last.status is not Status.BLOCKED:
                return Ending.DONE
            index += 1
            self._conversation.step_ended(index)
        return Ending.BUDGET

    async def _think(self, work: Callable[[], _Thought]) -> _Thought:
        """The planner's answer; what it said to its model is published."""
        try:
            return await in_thread(work)
        finally:
            self._conversation.publish()

    async def _step(
        self, reading: _Reading, index: int, action: str, finished_ns: int
    ) -> tuple[SkillCall | None, SkillResult]:
        """Execute a step; one without a call is not dispatched."""
        try:
            call = await self._read(reading, action, finished_ns)
        except SkillFailed as error:
            return None, SkillResult(Status.FAILED, str(error))
        if call is None:
            return None, SkillResult(Status.OK)
        return call, await self._skills.execute(self._episode, index, call, action)

    async def _read(self, reading: _Reading, action: str, finished_ns: int) -> SkillCall | None:
        try:
            return reading.call(action)
        except SkillFailed:
            # The step may name objects that the last one created, in a state not yet received.
            await self._wait_for_state(finished_ns)
            return reading.call(action)

    async def _wait_for_state(self, finished_ns: int) -> None:
        """Wait for a state after `finished_ns`, at most `LATE_S`."""

        def look() -> None:
            received = self._state_clock.since(self._episode, finished_ns) is not None
            if (received or clock_ns(self) > end) and not over.done():
                over.set_result(None)

        over, end = Future(), clock_ns(self) + seconds_to_ns(LATE_S)
        look()
        if over.done():
            return
        timer = self.create_timer(LOOK_S, look, callback_group=self._group)
        await result_of(over)
        self.destroy_timer(timer)

    async def _wait_for_views(self, episode_id: str, finished_ns: int) -> tuple[View, ...]:
        """Camera views after the last skill, for vision planners."""
        return () if self._cameras is None else await self._cameras.views(episode_id, finished_ns)

    def _close_cameras(self) -> None:
        if self._cameras is not None:
            self._cameras.close()
            self._cameras = None

    def _report(
        self,
        handle: ServerGoalHandle,
        result: RunEpisode.Result,
        last: LastStep,
        call: SkillCall | None,
    ) -> None:
        result.actions = [*result.actions, last.action]
        result.calls = [*result.calls, call_message(types, call)]
        result.statuses = [*result.statuses, STATUS[last.status]]
        result.errors = [*result.errors, last.message]
        handle.publish_feedback(
            RunEpisode.Feedback(index=last.index, action=last.action, status=STATUS[last.status])
        )


def _next_plan(
    talk: Generator[Sequence[str], PlanVerdict, None], checked: PlanVerdict
) -> Sequence[str] | None:
    # StopIteration cannot leave a coroutine.
    try:
        return talk.send(checked)
    except StopIteration:
        return None


PROGRAM = NodeProgram(
    "is_planner_node",
    "Runs a planner's episodes: serves is_bench/run_episode and sends each step to the guard or "
    "to the robot.",
    declare_parameters,
)


def main() -> None:
    """Run the node until it is interrupted."""
    PROGRAM.check_command_line()
    run_node(PlannerNode)


if __name__ == "__main__":
    main()
