"""The is_safety_monitor node: stands between any planner and any robot.

It serves /is_bench/execute_skill and is a client of the robot's action (`robot_action`).  A goal is
judged before it is accepted, by its skill and arguments; of a task it knows what set_task says.
Threading: one executor thread, reentrant callbacks; the guard's state changes only between awaits.
Whatever is unknown, stale, crashed or late rejects or stops, with a reason.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter_ns

from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import WorldState
from is_bench_interfaces.srv import CheckPlan, GetObligations, SetTask
from rcl_interfaces.msg import SetParametersResult
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from rclpy.parameter import Parameter
from rclpy.task import Future
from std_srvs.srv import Trigger

from is_bench.domain import Domain, load_domain
from is_bench.errors import IsBenchError
from is_bench.messages import (
    FactReader,
    advice_message,
    nanoseconds_of,
    obligation_message,
    recognised_messages,
    time_message,
)
from is_bench.ros import graph, types
from is_bench.ros.forwarding import Forwarder
from is_bench.ros.spinning import run_node
from is_bench.scenarios import Annotations, Dataset, load_dataset
from is_bench.verdict import Decision, GuardMode, TaskVerdict
from is_safety_monitor.core.choice import KnowledgeBase, open_knowledge_base
from is_safety_monitor.core.goals import cut
from is_safety_monitor.core.reports import report_of
from is_safety_monitor.core.session import STOP_TEXT, Goal, Judgement, Session
from is_safety_monitor.parameters import declare_parameters, nanoseconds, paths_of
from is_safety_monitor.publishing import GuardPublisher
from is_safety_monitor.requests import (
    goal_of,
    plan_of,
    refused_request_of,
    task_request_of,
    too_long,
)

HOLD_PERIOD_S = 0.05
"""How often a hold is compared with its deadline."""


class SafetyMonitor(LifecycleNode):
    """Judges goals, forwards those that may pass, and says why the others may not.

    The message that was judged is the one that is forwarded, and nobody changes it in between.
    """

    def __init__(
        self,
        base: KnowledgeBase | None = None,
        dataset: Dataset | None = None,
        **options: object,
    ) -> None:
        """Declare the parameters; `base` and `dataset` spare a process from reading them again.

        The dataset is for the knowledge `scenario` alone, which takes annotations from it.
        """
        super().__init__("is_safety_monitor", **options)
        given = declare_parameters(self)
        self._hold_s = given.hold_s
        self._skill_timeout_s = given.skill_timeout_s
        self._robot_action = given.robot_action
        self._dataset: Dataset | None = None
        if given.guard.knowledge == "scenario":
            self._dataset = dataset or load_dataset(given.dataset)
        self._files = given.knowledge_base
        guard = given.guard
        base = base or open_knowledge_base(self._files, guard.stages, domain=guard.domain)
        self._next = (guard.domain, base)
        """What holds from the next task on."""
        self._session = Session(guard, base, self._now())
        self.add_on_set_parameters_callback(self._set_parameters)
        self._group = ReentrantCallbackGroup()
        self._waiting: Future | None = None
        self._wait_until_ns = 0
        self._active = False
        if given.autostart:
            self.trigger_configure()
            self.trigger_activate()

    def guard_for(self, domain: Domain, base: KnowledgeBase) -> None:
        """From the next task on, guard a robot of `domain` by `base`."""
        self._next = (domain, base)

    # Lifecycle

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Create the ROS interfaces; goals are rejected until the node is active."""
        del state
        group = self._group
        self._reader = FactReader()
        self._publisher = GuardPublisher(self, self._session)
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
        self._forwarder = Forwarder(self, self._robot_action, group, self._skill_timeout_s)
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
        self._publisher.destroy()
        self.destroy_timer(self._hold_timer)
        self._session.forget()
        return TransitionCallbackReturn.SUCCESS

    # What the guard is told

    def _set_parameters(self, parameters: list[Parameter]) -> SetParametersResult:
        """Read another domain or other constraint files; keep the good ones if they are broken."""
        given = {parameter.name: parameter.value for parameter in parameters}
        if not given.keys() & {"domain", "knowledge_base"}:
            return SetParametersResult(successful=True)
        try:
            domain, _ = self._next
            if "domain" in given:
                domain = load_domain(given["domain"])
            files = self._files
            if "knowledge_base" in given:
                files = paths_of(given["knowledge_base"])
            base = open_knowledge_base(files, self._session.settings.stages, domain=domain)
        except IsBenchError as error:
            self.get_logger().error(f"domain and constraints stay as they were: {error}")
            return SetParametersResult(successful=False, reason=str(error))
        self._files = files
        self.guard_for(domain, base)
        return SetParametersResult(successful=True)

    def _on_state(self, message: WorldState) -> None:
        self._session.heard(report_of(message, self._reader))
        if self._session.is_current():
            self._release()
        self._publisher.log()

    def _set_task(self, request: SetTask.Request, response: SetTask.Response) -> SetTask.Response:
        """Begin an episode: what was known of the last one is forgotten."""
        domain, self._session.base = self._next
        self._session.settings = replace(self._session.settings, domain=domain)
        found = self._begin(request)
        if self._session.is_current():
            self._release()
        if found is None:
            response.accepted = True
        else:
            self._answer(found, response)
        self._publisher.log()
        return response

    def _begin(self, request: SetTask.Request) -> TaskVerdict | None:
        annotations = None
        try:
            told = task_request_of(request)
            annotations = self._annotations(told.task)
        except Exception as error:  # noqa: BLE001  # whatever broke, no task may begin
            told, problem = refused_request_of(request), str(error) or type(error).__name__
            return self._session.set_task(told, problem=problem)
        return self._session.set_task(told, annotations=annotations)

    def _annotations(self, task: str) -> Annotations | None:
        return None if self._dataset is None else self._dataset.get(task).annotations

    def _answer(self, found: TaskVerdict, response: SetTask.Response) -> None:
        """Say to everybody what is said of a task."""
        publisher, place = self._publisher, self._session.place
        refused = found.verdict.decision is Decision.BLOCK and self._mode is GuardMode.ENFORCE
        response.accepted = not refused
        response.verdict = publisher.message(found.verdict, enforced=refused, place=place)
        response.advice = [advice_message(types, advice) for advice in found.advice]
        response.recognised = recognised_messages(types, found.objects)
        if found.verdict.decision is not Decision.ALLOW:
            publisher.verdict(response.verdict)
        publisher.task(response.verdict, response.advice, response.recognised)

    def _check_plan(
        self, request: CheckPlan.Request, response: CheckPlan.Response
    ) -> CheckPlan.Response:
        """Say of each step of a plan what would be said of it then; what is unknown is blocked."""
        episode = cut(request.episode_id)
        found = self._session.check_plan(episode, plan_of(request.plan), self._now())
        place = self._session.place
        response.accepted = not found.conflicts
        response.verdicts = [
            self._publisher.message(verdict, place=place) for verdict in found.verdicts
        ]
        self._publisher.plan(episode, response.verdicts, found.considered)
        self._publisher.log()
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
        self._publisher.log()
        self.get_logger().error("emergency stop: every skill is being stopped, none is accepted")
        response.success = True
        response.message = "stopped until /is_bench/guard/reset is called"
        return response

    def _estop_reset(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        response.success = True
        response.message = "accepting skills" if self._session.stopped else "it was not stopped"
        self._session.reset()
        self._publisher.log()
        return response

    # Judging and forwarding

    async def _accept(self, message: ExecuteSkill.Goal) -> GoalResponse:
        received = self._now()
        goal = goal_of(message)
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
        self._say(goal, judgement, perf_counter_ns() - started)
        if judgement.enforced and judgement.verdict is not None:
            feedback = judgement.verdict.feedback
            self._publisher.end(goal, ExecuteSkill.Result.STATUS_BLOCKED, feedback, received)
            return GoalResponse.REJECT
        return GoalResponse.ACCEPT

    def _judge(self, goal: Goal, *, may_hold: bool) -> Judgement:
        refusal = self._refusal()
        if not refusal and self._mode is GuardMode.ENFORCE:
            refusal = too_long(goal)
        return self._session.judge(goal, self._now(), refusal, may_hold=may_hold)

    def _say(self, goal: Goal, judgement: Judgement, spent_ns: int) -> None:
        if judgement.verdict is not None:
            self._publisher.verdict(
                self._publisher.message(
                    judgement.verdict,
                    goal.request,
                    enforced=judgement.enforced,
                    place=self._session.place,
                    spent_ns=spent_ns,
                )
            )
        self._publisher.log()

    def _refusal(self) -> str:
        """Why no goal at all is accepted at present, in any mode, but for the emergency stop."""
        if not self._active:
            return "the guard is not active; activate is_safety_monitor"
        if not self._forwarder.is_ready():
            return f"there is no robot: nobody serves {self._robot_action}"
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
        goal = goal_of(handle.request)
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
            self._session.ended(goal, self._now(), ok=ok, finished_ns=finished)
            self._publisher.log()
        self._publisher.end(goal, result.status, result.error, received)
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

    def _now(self) -> int:
        return int(self.get_clock().now().nanoseconds)

    @property
    def _mode(self) -> GuardMode:
        return self._session.settings.mode


def main() -> None:
    """Run the node until it is interrupted."""
    run_node(SafetyMonitor)


if __name__ == "__main__":
    main()
