"""The is_planner_node: plays the planner's part of an episode, skill by skill.

Threading: one executor thread; an episode is a coroutine that waits for skills, so that everything
else is served meanwhile.  One episode at a time.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from pathlib import Path

from is_bench_interfaces.action import RunEpisode
from is_bench_interfaces.msg import Verdict as VerdictMessage
from is_bench_interfaces.msg import WorldState
from is_bench_interfaces.srv import CheckPlan, SetTask
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from is_bench.errors import IsBenchError
from is_bench.evaluation import Ending, Status
from is_bench.messages import STATUS, advice_of, object_messages, verdict_of
from is_bench.ros import graph, types
from is_bench.ros.parameters import declare
from is_bench.ros.skill_client import SkillClient
from is_bench.ros.spinning import run_node
from is_bench.scenarios import Dataset, load_dataset
from is_bench.verdict import GuardMode, PlanVerdict, TaskVerdict
from is_bench.views import View
from is_bench.world import is_done, quirks_of
from is_planner_node.backends import Planner, make_planner
from is_planner_node.camera_subscriber import CameraSubscriber
from is_planner_node.core.planner import LastStep, Observation, negotiation
from is_planner_node.core.report_messages import report_message
from is_planner_node.core.state_clock import StateClock
from is_planner_node.parameters import declare_planning
from is_planner_node.thinking import think

ENDINGS = {
    Ending.DONE: RunEpisode.Result.ENDED_DONE,
    Ending.PLAN_EXHAUSTED: RunEpisode.Result.ENDED_PLAN,
    Ending.BUDGET: RunEpisode.Result.ENDED_BUDGET,
    Ending.REFUSED: RunEpisode.Result.ENDED_REFUSED,
}


class PlannerNode(Node):
    """Serves run_episode: asks a planner for steps and the skill server for their execution."""

    def __init__(self, dataset: Dataset | None = None, **options: object) -> None:
        """Read the parameters; `dataset` spares a composed process from reading it again."""
        super().__init__("is_planner_node", **options)
        folder = declare(self, "dataset", "", "folder of the scenarios; empty: the bundled ones")
        self._guarded: bool = declare(
            self, "guarded", True, "ask the guard for skills; false: the robot itself"
        )
        self._wait_s: float = declare(
            self,
            "server_timeout_s",
            10.0,
            "seconds to wait for the skill server",
            limits=(0.1, 600.0),
        )
        self._views_timeout_s: float = declare(
            self,
            "views_timeout_s",
            10.0,
            "seconds to wait for pictures of a world state, if the planner looks at them",
            limits=(0.1, 600.0),
        )
        planning = declare_planning(self)
        self._model = None if planning is None else planning.open()
        self._dataset = dataset or load_dataset(Path(folder) if folder else None)
        self._busy = False
        self._group = group = ReentrantCallbackGroup()
        self._state_clock = StateClock()
        self._eyes: CameraSubscriber | None = None
        self.create_subscription(
            WorldState, graph.WORLD_STATE, self._on_state, graph.EVENTS, callback_group=group
        )
        self._skills = SkillClient(
            self, graph.GUARD_SKILL if self._guarded else graph.ROBOT_SKILL, group
        )
        self._tasks = self.create_client(SetTask, graph.SET_TASK, callback_group=group)
        self._plans = self.create_client(CheckPlan, graph.CHECK_PLAN, callback_group=group)
        self._server = ActionServer(
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
        if self._eyes is not None:
            self._eyes.poke()

    def _accept(self, goal: RunEpisode.Goal) -> GoalResponse:
        if self._busy:
            self.get_logger().warning(f"rejected episode {goal.episode_id}: another one is running")
            return GoalResponse.REJECT
        self._busy = True
        return GoalResponse.ACCEPT

    def _cancel(self, _: ServerGoalHandle) -> CancelResponse:
        self._skills.cancel()
        return CancelResponse.ACCEPT

    async def _run(self, handle: ServerGoalHandle) -> RunEpisode.Result:
        result = RunEpisode.Result(ending=RunEpisode.Result.ENDED_ERROR)
        try:
            await self._play(handle, result)
        except IsBenchError as error:
            result.error = str(error)
        except Exception as error:  # noqa: BLE001  # a planner may break in any way; say how it did
            result.error = f"{type(error).__name__}: {error}"
        finally:
            self._busy = False
            self._close_eyes()
        if handle.is_cancel_requested:
            handle.canceled()
        elif result.error:
            handle.abort()
        else:
            handle.succeed()
        return result

    async def _play(self, handle: ServerGoalHandle, result: RunEpisode.Result) -> None:
        goal = handle.request
        scenario = self._dataset.get(goal.task)
        planner = make_planner(
            goal.planner, scenario, quirks_of(goal.world), list(goal.plan), self._model
        )
        if not self._skills.wait_for_server(self._wait_s):
            raise IsBenchError(f"no skill server within {self._wait_s:g} s; is the robot running?")
        if planner.wants_views:
            self._eyes = CameraSubscriber(
                self, graph.CAMERAS, self._group, self._state_clock, self._views_timeout_s
            )
        try:
            if self._guarded:
                if not await self._set_task(goal, planner, result):
                    return
                await self._negotiate(goal, planner, result)
            ending = await self._loop(handle, planner, result)
        finally:
            report = planner.report()
            result.report = [] if report is None else [report_message(types, report)]
        result.ending = ENDINGS[ending]

    async def _set_task(
        self, goal: RunEpisode.Goal, planner: Planner, result: RunEpisode.Result
    ) -> bool:
        """Tell the guard what is coming; False if it refuses the task."""
        if not self._tasks.wait_for_service(timeout_sec=self._wait_s):
            raise IsBenchError(f"no guard within {self._wait_s:g} s; is is_safety_monitor running?")
        scene = self._dataset.get(goal.task).scene
        answer = await self._tasks.call_async(
            SetTask.Request(
                episode_id=goal.episode_id,
                task=goal.task,
                instruction=scene.instruction,
                objects=object_messages(types, scene.objects),
            )
        )
        verdict = verdict_of(answer.verdict)
        if answer.accepted:
            if self._is_enforcing(answer.verdict):
                planner.brief(TaskVerdict(verdict, tuple(map(advice_of, answer.advice))))
            return True
        result.ending = RunEpisode.Result.ENDED_REFUSED
        self.get_logger().info(f"the guard refused {goal.task}: {verdict.feedback}")
        return False

    async def _negotiate(
        self, goal: RunEpisode.Goal, planner: Planner, result: RunEpisode.Result
    ) -> None:
        """Let the guard check the whole plan, if the planner has one, before the first step."""
        talk = negotiation(planner, await self._look(goal.episode_id, 0))
        plan = await think(self, lambda: next(talk, None))
        while plan is not None:
            request = CheckPlan.Request(episode_id=goal.episode_id, plan=list(plan))
            answer = await self._plans.call_async(request)
            result.plans_checked += 1
            if not all(map(self._is_enforcing, answer.verdicts)):
                return
            checked = PlanVerdict(tuple(map(verdict_of, answer.verdicts)))
            plan = await think(self, partial(_next_plan, talk, checked))

    @staticmethod
    def _is_enforcing(message: VerdictMessage) -> bool:
        """Whether the guard that said this acts on what it says."""
        return bool(message.mode == GuardMode.ENFORCE.value)

    async def _loop(
        self, handle: ServerGoalHandle, planner: Planner, result: RunEpisode.Result
    ) -> Ending:
        goal = handle.request
        last: LastStep | None = None
        index = finished_ns = 0
        while not goal.max_steps or index < goal.max_steps:
            if handle.is_cancel_requested:
                raise IsBenchError("the episode was canceled")
            views = await self._look(goal.episode_id, finished_ns)
            seen = Observation(index, last, views)
            action = await think(self, partial(planner.next_step, seen))
            if action is None:
                return Ending.PLAN_EXHAUSTED
            done = await self._skills.execute(goal.episode_id, index, action)
            finished_ns = max(finished_ns, done.finished_ns)
            last = LastStep(index, action, done.status, done.message, done.mitigation, done.final)
            self._report(handle, result, last)
            if is_done(action) and last.status is not Status.BLOCKED:
                return Ending.DONE
            index += 1
        return Ending.BUDGET

    async def _look(self, episode_id: str, finished_ns: int) -> tuple[View, ...]:
        """What the cameras see after the last skill, if the planner looks."""
        return () if self._eyes is None else await self._eyes.views(episode_id, finished_ns)

    def _close_eyes(self) -> None:
        if self._eyes is not None:
            self._eyes.close()
            self._eyes = None

    def _report(self, handle: ServerGoalHandle, result: RunEpisode.Result, last: LastStep) -> None:
        result.actions = [*result.actions, last.action]
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


def main() -> None:
    """Run the node until it is interrupted."""
    run_node(PlannerNode)


if __name__ == "__main__":
    main()
