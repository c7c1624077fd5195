"""The is_safety_monitor node: stands between any planner and any robot.

It serves /is_bench/execute_skill and is a client of /robot/execute_skill.  A goal is judged before
it is accepted.  Threading: one executor thread, reentrant callbacks; the guard's state changes only
between awaits.  Whatever is unknown, stale, crashed or late rejects or stops, with a reason.
"""

from __future__ import annotations

from time import perf_counter_ns

from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import PlanVerdict as PlanVerdictMessage
from is_bench_interfaces.msg import SkillEvent, WorldState
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
from is_bench.messages import (
    FactReader,
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
from is_bench.verdict import Decision, GuardMode, Module, PlanVerdict, TaskVerdict, Verdict
from is_safety_monitor.core.cascade import Cascade
from is_safety_monitor.core.choice import KnowledgeBase, make_cascade, open_knowledge_base
from is_safety_monitor.core.fact_memory import FactMemory
from is_safety_monitor.core.guard import CRASH, WORLD_STATE
from is_safety_monitor.parameters import declare_parameters, nanoseconds, paths_of

STOPPED = "emergency_stop"
NOT_READY = "guard_not_ready"
"""Ids of the guard's own constraints."""
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
        self._settings = given.guard
        self._mode = given.guard.mode
        self._fact_age_ns = given.fact_age_ns
        self._hold_s = given.hold_s
        self._skill_timeout_s = given.skill_timeout_s
        self._dataset = dataset or load_dataset(given.dataset)
        self._base = base or open_knowledge_base(given.knowledge_base, given.guard.stages)
        self.add_on_set_parameters_callback(self._set_parameters)
        self._group = ReentrantCallbackGroup()
        self._guard: Cascade | None = None
        self._memory = FactMemory(self._fact_age_ns)
        self._episode = ""
        self._latest: WorldState | None = None
        self._unreadable: Exception | None = None
        """Why the latest state could not be read."""
        self._needed_ns = 0
        self._waiting: Future | None = None
        self._wait_until_ns = 0
        self._stopped = ""
        self._active = False
        self._moving = 0
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
        if self._moving:
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
        ):
            self.destroy_publisher(publisher)
        self.destroy_timer(self._hold_timer)
        self._latest, self._guard = None, None
        return TransitionCallbackReturn.SUCCESS

    # What the guard is told

    def _set_parameters(self, parameters: list[Parameter]) -> SetParametersResult:
        """Read other constraint files; if they are broken, keep the ones that were good."""
        for parameter in parameters:
            if parameter.name == "knowledge_base":
                try:
                    self._base = open_knowledge_base(
                        paths_of(parameter.value), self._settings.stages
                    )
                except IsBenchError as error:
                    self.get_logger().error(f"the constraints stay as they were: {error}")
                    return SetParametersResult(successful=False, reason=str(error))
        return SetParametersResult(successful=True)

    def _on_state(self, message: WorldState) -> None:
        self._latest = message
        if message.episode_id == self._episode:
            stamp = nanoseconds_of(message.header.stamp)
            try:
                facts, seen = self._reader.read(message), self._reader.observed(message)
                self._memory.report(facts, stamp, seen)
                self._unreadable = None
            except Exception as error:  # noqa: BLE001  # a state that cannot be read is none
                self._unreadable = error
        if self._is_current():
            self._release()

    def _is_current(self) -> bool:
        """Whether the latest state is of this episode and shows what the last skill did."""
        latest = self._latest
        return (
            latest is not None
            and latest.episode_id == self._episode
            and nanoseconds_of(latest.header.stamp) >= self._needed_ns
        )

    def _set_task(self, request: SetTask.Request, response: SetTask.Response) -> SetTask.Response:
        """Begin an episode: what was known of the last one is forgotten."""
        self._episode = request.episode_id
        self._guard = None
        self._needed_ns = 0
        self._memory = FactMemory(self._fact_age_ns)
        if self._latest is not None:
            self._on_state(self._latest)
        if self._mode is GuardMode.OFF:
            response.accepted = True
            return response
        try:
            scenario = self._dataset.get(request.task)
            guard = make_cascade(self._settings, scenario, self._base)
            found = guard.assess()
        except Exception as error:  # noqa: BLE001  # whatever broke, no task may begin
            verdict = _own_verdict(0, request.task, NOT_READY, str(error), Module.TASK_SAFE)
            found = TaskVerdict(verdict)
        else:
            self._guard = guard
        refused = found.verdict.decision is Decision.BLOCK and self._mode is GuardMode.ENFORCE
        response.accepted = not refused
        response.verdict = self._message(found.verdict, "", enforced=refused, spent_ns=0)
        response.advice = [advice_message(types, advice) for advice in found.advice]
        if found.verdict.decision is not Decision.ALLOW:
            self._verdicts.publish(response.verdict)
        self._task_verdicts.publish(
            TaskVerdictMessage(
                header=header(types, self._now()),
                episode_id=self._episode,
                verdict=response.verdict,
                advice=response.advice,
            )
        )
        return response

    def _check_plan(
        self, request: CheckPlan.Request, response: CheckPlan.Response
    ) -> CheckPlan.Response:
        """Say of each step of a plan what would be said of it then; what is unknown is blocked."""
        guard, asked = self._guard, request.episode_id == self._episode
        if guard is None or not asked or not self._is_current():
            why = "the guard knows no task or no state of the world for this episode"
            listed = (
                _own_verdict(index, step, NOT_READY, why, Module.PLAN_SAFE)
                for index, step in enumerate(request.plan)
            )
            found = PlanVerdict(tuple(listed))
        else:
            now = self._now()
            found = guard.check_plan(list(request.plan), self._memory.view(now), now)
        response.accepted = not found.conflicts
        response.verdicts = [
            self._message(verdict, "", enforced=False, spent_ns=0) for verdict in found.verdicts
        ]
        self._plan_verdicts.publish(
            PlanVerdictMessage(
                header=header(types, self._now()),
                episode_id=request.episode_id,
                verdicts=response.verdicts,
                considered=list(found.considered),
            )
        )
        return response

    def _obligations(
        self, request: GetObligations.Request, response: GetObligations.Response
    ) -> GetObligations.Response:
        asked = request.episode_id == self._episode
        if asked and self._guard is not None and self._is_current():
            now = self._now()
            due = self._guard.obligations(self._memory.view(now), now)
            response.known = True
            response.obligations = [obligation_message(types, item) for item in due]
        return response

    # Emergency stop

    def _estop(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        self._stopped = "the emergency stop is set; reset it with /is_bench/guard/reset"
        self._forwarder.cancel_all("stopped by the emergency stop")
        self._release()
        self.get_logger().error("emergency stop: every skill is being stopped, none is accepted")
        response.success = True
        response.message = "stopped until /is_bench/guard/reset is called"
        return response

    def _estop_reset(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        response.success = True
        response.message = "accepting skills" if self._stopped else "it was not stopped"
        self._stopped = ""
        return response

    # Judging and forwarding

    async def _accept(self, goal: ExecuteSkill.Goal) -> GoalResponse:
        received = self._now()
        refusal = self._refusal()
        if refusal is None and self._lacks_state():
            await self._hold_for_state()
            refusal = self._refusal()
        started = perf_counter_ns()
        verdict, enforced = self._judge(goal, refusal, may_hold=True)
        if verdict is not None and enforced and verdict.hold:
            needed, self._needed_ns = self._needed_ns, self._now()
            await self._hold_for_state()
            self._needed_ns = needed
            verdict, enforced = self._judge(goal, self._refusal(), may_hold=False)
        spent = perf_counter_ns() - started
        if verdict is not None:
            self._verdicts.publish(
                self._message(verdict, goal.request_id, enforced=enforced, spent_ns=spent)
            )
            if enforced:
                self._publish_event(goal, SkillEvent.STATUS_BLOCKED, verdict.feedback, received)
                return GoalResponse.REJECT
        self._moving += 1
        return GoalResponse.ACCEPT

    def _judge(
        self, goal: ExecuteSkill.Goal, refusal: tuple[str, str] | None, *, may_hold: bool
    ) -> tuple[Verdict | None, bool]:
        """The verdict on a goal, if any, and whether it keeps the goal from being forwarded."""
        if refusal is not None:
            return _own_verdict(goal.index, goal.action, *refusal), True
        if self._mode is GuardMode.OFF:
            return None, False
        enforce = self._mode is GuardMode.ENFORCE
        if self._guard is None or goal.episode_id != self._episode:
            why = f"the guard was told of no task for episode {goal.episode_id!r}; call set_task"
            return _own_verdict(goal.index, goal.action, NOT_READY, why), enforce
        if self._moving:
            why = "another skill is still being executed, so its effect is not known yet"
            return _own_verdict(goal.index, goal.action, WORLD_STATE, why), enforce
        try:
            verdict = self._guard_verdict(self._guard, goal, may_hold=may_hold)
        except Exception as error:  # noqa: BLE001  # whatever broke, an unjudged step must not pass
            why = f"judging {goal.action} failed ({type(error).__name__}: {error})"
            verdict = _own_verdict(goal.index, goal.action, CRASH, why)
        return verdict, self._guard.stops(verdict)

    def _guard_verdict(self, guard: Cascade, goal: ExecuteSkill.Goal, *, may_hold: bool) -> Verdict:
        if self._unreadable is not None:
            raise self._unreadable
        now, facts, age = self._now(), None, 0
        if self._latest is not None and self._is_current():
            facts = self._memory.view(now)
            age = now - nanoseconds_of(self._latest.header.stamp)
        return guard.judge(goal.index, goal.action, facts, age, now, may_hold=may_hold)

    def _refusal(self) -> tuple[str, str] | None:
        """Why no goal at all is accepted at present, in any mode: (constraint, feedback)."""
        if self._stopped:
            return STOPPED, self._stopped
        if not self._active:
            return NOT_READY, "the guard is not active; activate is_safety_monitor"
        if not self._forwarder.is_ready():
            return NOT_READY, f"there is no robot: nobody serves {graph.ROBOT_SKILL}"
        return None

    def _lacks_state(self) -> bool:
        """Whether a goal cannot be judged yet, but perhaps soon."""
        judging = self._guard is not None and self._mode is not GuardMode.OFF
        return judging and not self._moving and not self._is_current()

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
        refusal = self._refusal()
        try:
            if refusal is None:
                result = await self._forwarder.forward(handle)
            else:
                result = ExecuteSkill.Result(
                    status=ExecuteSkill.Result.STATUS_CANCELED,
                    error=refusal[1],
                    finished=time_message(types, received),
                )
        finally:
            self._moving -= 1
        self._needed_ns = nanoseconds_of(result.finished)
        ok = result.status == ExecuteSkill.Result.STATUS_OK
        if self._guard is not None and goal.episode_id == self._episode:
            self._guard.forwarded(goal.index, goal.action, ok=ok, now_ns=self._now())
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

    def _message(
        self, verdict: Verdict, request_id: str, *, enforced: bool, spent_ns: int
    ) -> VerdictMessage:
        return verdict_message(
            types,
            verdict,
            episode_id=self._episode,
            request_id=request_id,
            mode=self._mode,
            enforced=enforced,
            stamp_ns=self._now(),
            decision_time_ns=spent_ns,
        )

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


def _own_verdict(
    index: int, action: str, constraint: str, feedback: str, module: Module = Module.ACTION_SAFE
) -> Verdict:
    return Verdict(index, action, Decision.BLOCK, module, (constraint,), feedback)


def main() -> None:
    """Run the node until it is interrupted."""
    run_node(SafetyMonitor)


if __name__ == "__main__":
    main()
