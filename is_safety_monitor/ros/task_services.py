"""The guard's services about tasks and plans: set_task, check_plan, obligations."""

from __future__ import annotations

from dataclasses import replace

from is_bench_interfaces.srv import CheckPlan, GetObligations, SetTask
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from is_bench.guard_log import NOWHERE, TaskRequest
from is_bench.messages import advice_message, obligation_message, recognised_messages
from is_bench.recognised import recognise_objects, table_of
from is_bench.ros import graph, types
from is_bench.ros.retiring import retire_service
from is_bench.scenarios import Annotations, Dataset
from is_bench.verdict import EPISODE_NOT_OVER, Decision, GuardMode, GuardStage, TaskVerdict
from is_safety_monitor.bindings.model import Bindings
from is_safety_monitor.core.goals import cut
from is_safety_monitor.core.received_states import things_of
from is_safety_monitor.core.refusals import NOT_READY, refused_plan
from is_safety_monitor.core.verdicts import own_verdict
from is_safety_monitor.episode_persistence import EpisodePersistence
from is_safety_monitor.requests import plan_of, refused_request_of, task_request_of
from is_safety_monitor.ros.goal_arbiter import GoalArbiter
from is_safety_monitor.ros.rules import Rules

MOST_STEPS_IN_MOTION = 20
"""Of a plan that is checked while a skill runs: meanwhile, nobody watches the skill."""
MOST_PAIRS_IN_MOTION = 500
"""Steps of such a plan times known things; a pair takes 0.04 ms, 0.08 ms among 1,000 things."""


class TaskServices:
    """Task and plan services; publishes the resulting verdicts."""

    def __init__(
        self,
        node: Node,
        arbiter: GoalArbiter,
        rules: Rules,
        group: ReentrantCallbackGroup,
        *,
        dataset: Dataset | None,
        bindings: Bindings | None,
        memory: EpisodePersistence | None,
    ) -> None:
        """`dataset` has the annotations for the knowledge `scenario`; None otherwise."""
        self._node = node
        self._arbiter = arbiter
        self._session = arbiter.session
        self._publisher = arbiter.publisher
        self._rules = rules
        self._dataset = dataset
        self._bindings = bindings
        self._memory = memory
        options = {"qos_profile": graph.REQUESTS, "callback_group": group}
        self._services = [
            node.create_service(SetTask, graph.SET_TASK, self._set_task, **options),
            node.create_service(CheckPlan, graph.CHECK_PLAN, self._check_plan, **options),
            node.create_service(GetObligations, graph.OBLIGATIONS, self._obligations, **options),
        ]

    def destroy(self) -> None:
        """Take the services down."""
        for service in self._services:
            retire_service(self._node, service)

    def begin_default_task(self) -> None:
        """Begin the default task of the binding file, which holds until another one is set."""
        task = None if self._bindings is None else self._bindings.task
        if task is not None and self._session.guard is None:
            request = SetTask.Request(
                episode_id=task.episode,
                instruction=task.instruction,
                owner=self._node.get_fully_qualified_name(),
            )
            answer = self._set_task(request, SetTask.Response())
            if not answer.accepted:
                told = "the default task of the bindings is rejected, as the line before says"
                self._node.get_logger().error(told)

    def say(self, found: TaskVerdict, response: SetTask.Response) -> None:
        """Publish a task verdict, and fill `response` with it."""
        session, publisher = self._session, self._publisher
        enforcing = session.settings.mode is GuardMode.ENFORCE
        refused = found.verdict.decision is Decision.BLOCK and enforcing
        response.accepted = not refused
        response.verdict = publisher.message(found.verdict, enforced=refused, place=session.place)
        response.advice = [advice_message(types, advice) for advice in found.advice]
        response.recognised = recognised_messages(types, found.objects)
        if found.verdict.decision is not Decision.ALLOW:
            publisher.verdict(response.verdict)
        publisher.task(response.verdict, response.advice, response.recognised)

    def _set_task(self, request: SetTask.Request, response: SetTask.Response) -> SetTask.Response:
        """Begin an episode, unless the last one is not over; what was known of it is forgotten.

        A request that cannot be read does not end the present task.
        """
        named = refused_request_of(request)
        why = self._objection(named)
        if why:  # before objects are recognized, which takes a second where there are thousands
            return self._refuse(named, EPISODE_NOT_OVER, why, response)
        told, annotations, problem = self._task_input(request)
        if problem and self._keeps_task:
            kept = f"{problem}; the task of episode {self._session.episode!r} remains set"
            self._session.task_rejected(told, kept)
            return self._refuse(told, NOT_READY, kept, response)
        session = self._session
        self._say_taken_over(told)
        session.base = self._rules.base
        session.settings = replace(session.settings, domain=self._rules.domain)
        found = session.set_task(told, annotations=annotations, problem=problem)
        if session.is_current():
            self._arbiter.release()
        if found is None:
            response.accepted = True
        else:
            self.say(found, response)
        self._publisher.log()
        return response

    def _task_input(self, request: SetTask.Request) -> tuple[TaskRequest, Annotations | None, str]:
        """Task data, annotations with `knowledge: scenario`, and the validation error."""
        try:
            told = task_request_of(request)
            if self._bindings is not None:
                told = self._bindings.completed(told)
            table_of(recognise_objects(things_of(told, None), self._rules.domain.labels))
            return told, self._annotations(told.task), ""
        except Exception as error:  # noqa: BLE001  # whatever broke, no task may begin
            return refused_request_of(request), None, str(error) or type(error).__name__

    @property
    def _keeps_task(self) -> bool:
        """Whether there is a task to keep; a guard that does not enforce rejects nothing."""
        session = self._session
        return session.guard is not None and session.mode is GuardMode.ENFORCE

    def _objection(self, told: TaskRequest) -> str:
        """Why the present episode goes on instead; empty if it need not."""
        lost = "" if self._memory is None else self._memory.objection(told)
        return lost or self._session.objection(told, self._arbiter.now())

    def _refuse(
        self, told: TaskRequest, constraint: str, why: str, response: SetTask.Response
    ) -> SetTask.Response:
        """The answer to whoever set a task that does not begin; the log has the reason, too."""
        said = own_verdict(0, told.task, constraint, why, GuardStage.TASK_SAFE)
        place = self._session.place
        response.accepted = False
        response.verdict = self._publisher.message(said, enforced=True, place=place)
        response.verdict.episode_id = told.episode
        self._publisher.log()
        self._node.get_logger().warning(f"set_task rejected, episode {told.episode!r}: {why}")
        return response

    def _say_taken_over(self, told: TaskRequest) -> None:
        due = self._session.due(self._arbiter.now())
        if told.take_over and (due is None or due):
            dropped = "unknown" if due is None else ", ".join(item.constraint for item in due)
            self._node.get_logger().warning(
                f"episode {told.episode!r} of {told.owner!r} takes over from "
                f"{self._session.episode!r} of {self._session.owner!r}; dropped: {dropped}"
            )

    def _annotations(self, task: str) -> Annotations | None:
        return None if self._dataset is None else self._dataset.get(task).annotations

    def _check_plan(
        self, request: CheckPlan.Request, response: CheckPlan.Response
    ) -> CheckPlan.Response:
        """Say of each step of a plan what would be said of it then; what is unknown is blocked."""
        episode, plan = cut(request.episode_id), plan_of(request.plan)
        too_long = self._too_long_in_motion(len(plan))
        if too_long:
            late = refused_plan(plan, NOT_READY, too_long)
            response.verdicts = [
                self._publisher.message(verdict, place=NOWHERE) for verdict in late.verdicts
            ]
            return response
        found = self._session.check_plan(episode, plan, self._arbiter.now())
        place = self._session.place
        response.accepted = not found.conflicts
        response.verdicts = [
            self._publisher.message(verdict, place=place) for verdict in found.verdicts
        ]
        self._publisher.plan(episode, response.verdicts, found.considered)
        self._publisher.log()
        return response

    def _too_long_in_motion(self, steps: int) -> str:
        """Why a plan of `steps` is not checked while a skill runs; empty if it is."""
        guard = self._session.guard
        things = 0 if guard is None else len(guard.objects.objects)
        short = steps <= MOST_STEPS_IN_MOTION and steps * things <= MOST_PAIRS_IN_MOTION
        if short or not self._session.moving:
            return ""
        return (
            f"a skill is being executed, and the check of {steps} steps among {things} things "
            "would delay its supervision; check the plan when the skill has ended"
        )

    def _obligations(
        self, request: GetObligations.Request, response: GetObligations.Response
    ) -> GetObligations.Response:
        due = self._session.obligations(request.episode_id, self._arbiter.now())
        if due is not None:
            response.known = True
            response.obligations = [obligation_message(types, item) for item in due]
        return response
