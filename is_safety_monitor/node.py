"""The is_safety_monitor node: stands between any planner and any robot.

It serves /is_bench/execute_skill and is a client of the robot's action (`robot_action`).  A goal is
judged before it is accepted, by its skill and arguments; of a task it knows what set_task says.
Threading: one executor thread, reentrant callbacks; the guard's state changes only between awaits.
Whatever is unknown, stale, crashed or late rejects or stops, with a reason.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import WorldState
from is_bench_interfaces.srv import CheckPlan, GetObligations, SetTask
from rcl_interfaces.msg import SetParametersResult
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from rclpy.parameter import Parameter
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
from is_safety_monitor.bindings.model import Bindings
from is_safety_monitor.bindings.ros.robot import BoundRobot, load_checked
from is_safety_monitor.core.choice import GuardSettings, KnowledgeBase, open_knowledge_base
from is_safety_monitor.core.goals import cut
from is_safety_monitor.core.reports import report_of
from is_safety_monitor.core.session import STOP_TEXT, Session
from is_safety_monitor.judging import AskedSkill, Gatekeeper
from is_safety_monitor.parameters import declare_parameters, nanoseconds, paths_of
from is_safety_monitor.publishing import GuardPublisher
from is_safety_monitor.requests import (
    goal_of,
    plan_of,
    refused_request_of,
    task_request_of,
)


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
        self._hold_ns = nanoseconds(given.hold_s)
        self._skill_timeout_s = given.skill_timeout_s
        self._robot_action = given.robot_action
        self._dataset: Dataset | None = None
        if given.guard.knowledge == "scenario":
            self._dataset = dataset or load_dataset(given.dataset)
        self._files = given.knowledge_base
        guard = given.guard
        base = base or self._base(self._files, guard, guard.domain)
        self._next = (guard.domain, base)
        """What holds from the next task on."""
        self._session = Session(guard, base, self._now())
        self._bindings: Bindings | None = None
        if given.bindings is not None:
            self._bindings, warnings = load_checked(given.bindings, guard.domain)
            for warning in warnings:
                self.get_logger().warning(f"bindings: {warning}")
        self._bound: BoundRobot | None = None
        self.add_on_set_parameters_callback(self._set_parameters)
        self._group = ReentrantCallbackGroup()
        self._active = False
        if given.autostart:
            self.trigger_configure()
            self.trigger_activate()

    @staticmethod
    def _base(files: tuple[Path, ...], guard: GuardSettings, domain: Domain) -> KnowledgeBase:
        return open_knowledge_base(files, guard.stages, domain=domain, embedder=guard.embedder)

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
        self._keeper = Gatekeeper(
            self, self._session, self._publisher, group, self._hold_ns, lambda: self._active
        )
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
        if self._bindings is not None:
            self._bound = BoundRobot(
                self, self._bindings, self._keeper, group, lambda: self._active
            )
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Begin to accept goals."""
        self._active = True
        self._begin_standing_task()
        return super().on_activate(state)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Stop what is running and reject goals."""
        self._active = False
        self._cancel_all("stopped because the guard was deactivated")
        self._keeper.release()
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
        if self._bound is not None:
            self._bound.destroy()
        self._keeper.destroy()
        self._publisher.destroy()
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
            base = self._base(files, self._session.settings, domain)
        except IsBenchError as error:
            self.get_logger().error(f"domain and constraints stay as they were: {error}")
            return SetParametersResult(successful=False, reason=str(error))
        self._files = files
        self.guard_for(domain, base)
        return SetParametersResult(successful=True)

    def _on_state(self, message: WorldState) -> None:
        refused = self._session.heard(report_of(message, self._reader))
        if refused is not None:
            self._answer(refused, SetTask.Response())
        if self._session.is_current():
            self._keeper.release()
        self._publisher.log()

    def _set_task(self, request: SetTask.Request, response: SetTask.Response) -> SetTask.Response:
        """Begin an episode: what was known of the last one is forgotten."""
        domain, self._session.base = self._next
        self._session.settings = replace(self._session.settings, domain=domain)
        found = self._begin(request)
        if self._session.is_current():
            self._keeper.release()
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
            if self._bindings is not None:
                told = self._bindings.completed(told)
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
        self._cancel_all("stopped by the emergency stop")
        self._keeper.release()
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
        _, judgement = await self._keeper.admit(AskedSkill(goal_of(message), self._no_robot))
        return GoalResponse.REJECT if judgement.enforced else GoalResponse.ACCEPT

    def _no_robot(self) -> str:
        """Why no skill can be forwarded; empty if it can be."""
        if self._forwarder.is_ready():
            return ""
        return f"there is no robot: nobody serves {self._robot_action}"

    async def _execute(self, handle: ServerGoalHandle) -> ExecuteSkill.Result:
        goal = goal_of(handle.request)
        received = self._now()
        ok, finished = None, 0
        refusal = STOP_TEXT
        if not self._session.stopped:
            refusal = self._keeper.refusal(AskedSkill(goal, self._no_robot))
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
            self._keeper.ended(goal, ok=ok, finished_ns=finished)
        self._publisher.end(goal, result.status, result.error, received)
        if result.status == ExecuteSkill.Result.STATUS_CANCELED and handle.is_cancel_requested:
            handle.canceled()
        elif ok:
            handle.succeed()
        else:
            handle.abort()
        return result

    def _cancel_all(self, why: str) -> None:
        """Stop everything that is being executed."""
        self._forwarder.cancel_all(why)
        if self._bound is not None:
            self._bound.cancel_all(why)

    def _begin_standing_task(self) -> None:
        """Begin the task that the bindings give, which holds until somebody sets another."""
        task = None if self._bindings is None else self._bindings.task
        if task is not None and self._session.guard is None:
            request = SetTask.Request(episode_id=task.episode, instruction=task.instruction)
            answer = self._set_task(request, SetTask.Response())
            if not answer.accepted:
                why = answer.verdict.feedback
                self.get_logger().error(f"the task of the bindings is refused: {why}")

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
