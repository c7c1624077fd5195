"""The is_safety_monitor node: stands between any planner and any robot.

It serves /is_bench/execute_skill and is a client of /robot/execute_skill.  A goal is judged before
it is accepted.  Threading: one executor thread, reentrant callbacks; the guard's state changes only
between awaits.  Whatever is unknown, stale, crashed or late rejects or stops, with a reason.
"""

from __future__ import annotations

from functools import partial
from time import perf_counter_ns

from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import GuardEvent, GuardTask, SkillEvent, WorldState
from is_bench_interfaces.msg import PlanVerdict as PlanVerdictMessage
from is_bench_interfaces.msg import TaskVerdict as TaskVerdictMessage
from is_bench_interfaces.msg import Verdict as VerdictMessage
from is_bench_interfaces.srv import CheckPlan, GetObligations, SetTask
from rcl_interfaces.msg import SetParametersResult
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from rclpy.parameter import Parameter
from rclpy.task import Future
from std_srvs.srv import Trigger

from is_bench.errors import IsBenchError
from is_bench.guard_log import LogPlace, TaskBegun
from is_bench.guard_log_messages import entry_message
from is_bench.messages import (
    FactReader,
    Said,
    advice_message,
    header,
    nanoseconds_of,
    obligation_message,
    time_message,
    verdict_message,
)
from is_bench.ros import graph, types
from is_bench.ros.forwarding import Forwarder
from is_bench.ros.spinning import run_node
from is_bench.scenarios import Dataset, load_dataset
from is_bench.verdict import Decision, GuardMode, Verdict
from is_safety_monitor.core.choice import KnowledgeBase, make_cascade, open_knowledge_base
from is_safety_monitor.core.reports import report_of
from is_safety_monitor.core.session import STOP_TEXT, Goal, Judgement, Session
from is_safety_monitor.parameters import declare_parameters, nanoseconds, paths_of

HOLD_PERIOD_S = 0.05
"""How often a hold is compared with its deadline."""


class SafetyMonitor(LifecycleNode):
    """Judges goals, forwards those that may pass, and says why the others may not."""

    def __init__(
        self,
        dataset: Dataset | None = None,
        base: KnowledgeBase | None = None,
        **options: object,
    ) -> None:
        """Declare the parameters; `dataset` and `base` spare a process from reading them again."""
        super().__init__("is_safety_monitor", **options)
        given = declare_parameters(self)
        self._hold_s = given.hold_s
        self._skill_timeout_s = given.skill_timeout_s
        self._dataset = dataset or load_dataset(given.dataset)
        known = base or open_knowledge_base(given.knowledge_base, given.guard.stages)
        self._session = Session(given.guard, given.fact_age_ns, known, self._now())
        self.add_on_set_parameters_callback(self._set_parameters)
        self._group = ReentrantCallbackGroup()
        self._waiting: Future | None = None
        self._wait_until_ns = 0
        self._active = False
        if given.autostart:
            self.trigger_configure()
            self.trigger_activate()

    # Lifecycle

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Create the ROS interfaces; goals are rejected until the node is active."""
        del state
        group = self._group
        self._reader = FactReader()
        self._verdicts = self.create_publisher(VerdictMessage, graph.VERDICTS, graph.EVENTS)
        self._task_verdicts = self.create_publisher(
            TaskVerdictMessage, graph.TASK_VERDICTS, graph.EVENTS
        )
        self._plan_verdicts = self.create_publisher(
            PlanVerdictMessage, graph.PLAN_VERDICTS, graph.EVENTS
        )
        self._events = self.create_publisher(SkillEvent, graph.SKILL_EVENTS, graph.EVENTS)
        self._tasks = self.create_publisher(GuardTask, graph.GUARD_TASKS, graph.EVENTS)
        self._log = self.create_publisher(GuardEvent, graph.GUARD_LOG, graph.LOG)
        self._states = self.create_subscription(
            WorldState, graph.WORLD_STATE, self._on_state, graph.LATEST, callback_group=group
        )
        self._served = [
            self.create_service(SetTask, graph.SET_TASK, self._set_task, callback_group=group),
            self.create_service(
                CheckPlan, graph.CHECK_PLAN, self._check_plan, callback_group=group
            ),
            self.create_service(
                GetObligations, graph.OBLIGATIONS, self._obligations, callback_group=group
            ),
            self.create_service(Trigger, graph.ESTOP, self._estop, callback_group=group),
            self.create_service(
                Trigger, graph.ESTOP_RESET, self._estop_reset, callback_group=group
            ),
        ]
        self._hold_timer = self.create_timer(HOLD_PERIOD_S, self._end_hold, callback_group=group)
        self._forwarder = Forwarder(self, graph.ROBOT_SKILL, group, self._skill_timeout_s)
        self._server = ActionServer(
            self,
            ExecuteSkill,
            graph.GUARD_SKILL,
            execute_callback=self._execute,
            goal_callback=self._accept,
            cancel_callback=self._cancel,
            callback_group=group,
            result_timeout=graph.RESULT_TIMEOUT,
        )
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Begin to accept goals."""
        self._active = True
        return super().on_activate(state)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Stop what is running and reject goals."""
        self._active = False
        self._forwarder.cancel_all("stopped because the guard was deactivated")
        self._release()
        return super().on_deactivate(state)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Stop what is running and reject goals, for good."""
        if self._active:
            self.on_deactivate(state)
        return super().on_shutdown(state)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Take the ROS interfaces down; refused until what was stopped has ended."""
        del state
        if self._session.moving:
            self.get_logger().warning("no cleanup yet: a skill has not ended; try again")
            return TransitionCallbackReturn.FAILURE
        self._server.destroy()
        self._forwarder.destroy()
        for service in self._served:
            self.destroy_service(service)
        self.destroy_subscription(self._states)
        for publisher in (
            self._verdicts,
            self._task_verdicts,
            self._plan_verdicts,
            self._events,
            self._tasks,
            self._log,
        ):
            self.destroy_publisher(publisher)
        self.destroy_timer(self._hold_timer)
        self._session.forget()
        return TransitionCallbackReturn.SUCCESS

    # What the guard is told

    def _set_parameters(self, parameters: list[Parameter]) -> SetParametersResult:
        """Read other constraint files; if they are broken, keep the ones that were good."""
        for parameter in parameters:
            if parameter.name == "knowledge_base":
                try:
                    self._session.base = open_knowledge_base(
                        paths_of(parameter.value), self._session.settings.stages
                    )
                except IsBenchError as error:
                    self.get_logger().error(f"the constraints stay as they were: {error}")
                    return SetParametersResult(successful=False, reason=str(error))
        return SetParametersResult(successful=True)

    def _on_state(self, message: WorldState) -> None:
        self._session.heard(report_of(message, self._reader))
        if self._session.is_current():
            self._release()
        self._publish_log()

    def _set_task(self, request: SetTask.Request, response: SetTask.Response) -> SetTask.Response:
        """Begin an episode: what was known of the last one is forgotten."""
        make, problem = None, ""
        try:
            scenario = self._dataset.get(request.task)
            make = partial(make_cascade, self._session.settings, scenario)
        except Exception as error:  # noqa: BLE001  # whatever broke, no task may begin
            problem = str(error) or type(error).__name__
        found = self._session.set_task(request.episode_id, request.task, make, problem)
        place = self._session.place
        if self._session.is_current():
            self._release()
        self._publish_log()
        if found is None:
            response.accepted = True
            return response
        refused = found.verdict.decision is Decision.BLOCK and self._mode is GuardMode.ENFORCE
        response.accepted = not refused
        response.verdict = self._message(found.verdict, "", enforced=refused, place=place)
        response.advice = [advice_message(types, advice) for advice in found.advice]
        if found.verdict.decision is not Decision.ALLOW:
            self._verdicts.publish(response.verdict)
        self._task_verdicts.publish(
            TaskVerdictMessage(
                header=header(types, self._now()),
                episode_id=self._session.episode,
                verdict=response.verdict,
                advice=response.advice,
            )
        )
        return response

    def _check_plan(
        self, request: CheckPlan.Request, response: CheckPlan.Response
    ) -> CheckPlan.Response:
        """Say of each step of a plan what would be said of it then; what is unknown is blocked."""
        found = self._session.check_plan(request.episode_id, request.plan, self._now())
        place = self._session.place
        response.accepted = not found.conflicts
        response.verdicts = [
            self._message(verdict, "", enforced=False, place=place) for verdict in found.verdicts
        ]
        self._plan_verdicts.publish(
            PlanVerdictMessage(
                header=header(types, self._now()),
                episode_id=request.episode_id,
                verdicts=response.verdicts,
                considered=list(found.considered),
            )
        )
        self._publish_log()
        return response

    def _obligations(
        self, request: GetObligations.Request, response: GetObligations.Response
    ) -> GetObligations.Response:
        due = self._session.obligations(request.episode_id, self._now())
        if due is not None:
            response.known = True
            response.obligations = [obligation_message(types, item) for item in due]
        return response

    # Emergency stop

    def _estop(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        self._session.stop()
        self._forwarder.cancel_all("stopped by the emergency stop")
        self._release()
        self._publish_log()
        self.get_logger().error("emergency stop: every skill is being stopped, none is accepted")
        response.success = True
        response.message = "stopped until /is_bench/guard/reset is called"
        return response

    def _estop_reset(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        response.success = True
        response.message = "accepting skills" if self._session.stopped else "it was not stopped"
        self._session.reset()
        self._publish_log()
        return response

    # Judging and forwarding

    async def _accept(self, goal: ExecuteSkill.Goal) -> GoalResponse:
        received = self._now()
        if not self._session.stopped and not self._refusal() and self._session.lacks_state():
            await self._hold_for_state()
        started = perf_counter_ns()
        judgement = self._judge(goal, may_hold=True)
        if judgement.can_wait:
            since = self._now()
            self._session.hold(since)
            await self._hold_for_state()
            self._session.release(since)
            judgement = self._judge(goal, may_hold=False)
        spent, place = perf_counter_ns() - started, self._session.place
        if judgement.verdict is not None:
            message = self._message(
                judgement.verdict,
                goal.request_id,
                enforced=judgement.enforced,
                place=place,
                spent_ns=spent,
            )
            self._verdicts.publish(message)
        self._publish_log()
        if judgement.enforced and judgement.verdict is not None:
            feedback = judgement.verdict.feedback
            self._publish_event(goal, SkillEvent.STATUS_BLOCKED, feedback, received)
            return GoalResponse.REJECT
        return GoalResponse.ACCEPT

    def _judge(self, goal: ExecuteSkill.Goal, *, may_hold: bool) -> Judgement:
        return self._session.judge(_goal_of(goal), self._now(), self._refusal(), may_hold=may_hold)

    def _refusal(self) -> str:
        """Why no goal at all is accepted at present, in any mode, but for the emergency stop."""
        if not self._active:
            return "the guard is not active; activate is_safety_monitor"
        if not self._forwarder.is_ready():
            return f"there is no robot: nobody serves {graph.ROBOT_SKILL}"
        return ""

    async def _hold_for_state(self) -> None:
        """Wait, within bounds, for a state that shows what the last skill did."""
        if self._waiting is None:
            self._wait_until_ns = self._now() + nanoseconds(self._hold_s)
            self._waiting = Future()
        await self._waiting

    def _release(self) -> None:
        """Let the goals go on that wait for a state."""
        if self._waiting is not None:
            self._waiting.set_result(None)
            self._waiting = None

    def _end_hold(self) -> None:
        if self._now() >= self._wait_until_ns:
            self._release()

    async def _execute(self, handle: ServerGoalHandle) -> ExecuteSkill.Result:
        goal = handle.request
        received = self._now()
        ok, finished = None, 0
        refusal = STOP_TEXT if self._session.stopped else self._refusal()
        try:
            if not refusal:
                result = await self._forwarder.forward(handle)
            else:
                result = ExecuteSkill.Result(
                    status=ExecuteSkill.Result.STATUS_CANCELED,
                    error=refusal,
                    finished=time_message(types, received),
                )
            ok = result.status == ExecuteSkill.Result.STATUS_OK
            finished = nanoseconds_of(result.finished)
        finally:
            self._session.ended(_goal_of(goal), self._now(), ok=ok, finished_ns=finished)
            self._publish_log()
        self._publish_event(goal, result.status, result.error, received)
        if result.status == ExecuteSkill.Result.STATUS_CANCELED and handle.is_cancel_requested:
            handle.canceled()
        elif ok:
            handle.succeed()
        else:
            handle.abort()
        return result

    def _cancel(self, handle: ServerGoalHandle) -> CancelResponse:
        self._forwarder.cancel(handle)
        return CancelResponse.ACCEPT

    # Messages

    def _now(self) -> int:
        return int(self.get_clock().now().nanoseconds)

    @property
    def _mode(self) -> GuardMode:
        return self._session.settings.mode

    def _message(
        self,
        verdict: Verdict,
        request_id: str,
        *,
        enforced: bool,
        place: LogPlace,
        spent_ns: int = 0,
    ) -> VerdictMessage:
        said = Said(
            self._session.episode,
            self._mode,
            self._now(),
            request_id,
            enforced=enforced,
            spent_ns=spent_ns,
            place=place,
        )
        return verdict_message(types, verdict, said)

    def _publish_log(self) -> None:
        """Publish what was noted; what a goal's client waits for goes out before."""
        for place, entry in self._session.drain():
            publisher = self._tasks if isinstance(entry, TaskBegun) else self._log
            publisher.publish(entry_message(types, entry, place, self._now()))

    def _publish_event(
        self, goal: ExecuteSkill.Goal, status: int, error: str, received: int
    ) -> None:
        self._events.publish(
            SkillEvent(
                header=header(types, self._now()),
                source="guard",
                episode_id=goal.episode_id,
                request_id=goal.request_id,
                index=goal.index,
                action=goal.action,
                status=status,
                error=error,
                received=time_message(types, received),
            )
        )


def _goal_of(goal: ExecuteSkill.Goal) -> Goal:
    return Goal(goal.episode_id, goal.request_id, goal.index, goal.action)


def main() -> None:
    """Run the node until it is interrupted."""
    run_node(SafetyMonitor)


if __name__ == "__main__":
    main()
