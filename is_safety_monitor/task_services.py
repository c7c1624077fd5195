"""The guard's services about tasks and plans: set_task, check_plan, obligations."""

from __future__ import annotations

from dataclasses import replace

from is_bench_interfaces.srv import CheckPlan, GetObligations, SetTask
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from is_bench.messages import advice_message, obligation_message, recognised_messages
from is_bench.ros import graph, types
from is_bench.scenarios import Annotations, Dataset
from is_bench.verdict import Decision, GuardMode, TaskVerdict
from is_safety_monitor.bindings.model import Bindings
from is_safety_monitor.core.goals import cut
from is_safety_monitor.judging import Gatekeeper
from is_safety_monitor.requests import plan_of, refused_request_of, task_request_of
from is_safety_monitor.rules import Rules


class TaskServices:
    """Tells the session of tasks and plans, and everybody what it says of them."""

    def __init__(
        self,
        node: Node,
        keeper: Gatekeeper,
        rules: Rules,
        group: ReentrantCallbackGroup,
        *,
        dataset: Dataset | None,
        bindings: Bindings | None,
    ) -> None:
        """`dataset` has the annotations for the knowledge `scenario`; None otherwise."""
        self._node = node
        self._keeper = keeper
        self._session = keeper.session
        self._publisher = keeper.publisher
        self._rules = rules
        self._dataset = dataset
        self._bindings = bindings
        self._services = [
            node.create_service(SetTask, graph.SET_TASK, self._set_task, callback_group=group),
            node.create_service(
                CheckPlan, graph.CHECK_PLAN, self._check_plan, callback_group=group
            ),
            node.create_service(
                GetObligations, graph.OBLIGATIONS, self._obligations, callback_group=group
            ),
        ]

    def destroy(self) -> None:
        """Take the services down."""
        for service in self._services:
            self._node.destroy_service(service)

    def begin_standing_task(self) -> None:
        """Begin the task that the bindings give, which holds until somebody sets another."""
        task = None if self._bindings is None else self._bindings.task
        if task is not None and self._session.guard is None:
            request = SetTask.Request(episode_id=task.episode, instruction=task.instruction)
            answer = self._set_task(request, SetTask.Response())
            if not answer.accepted:
                why = answer.verdict.feedback
                self._node.get_logger().error(f"the task of the bindings is refused: {why}")

    def say(self, found: TaskVerdict, response: SetTask.Response) -> None:
        """Say to everybody what is said of a task."""
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
        """Begin an episode: what was known of the last one is forgotten."""
        session = self._session
        session.base = self._rules.base
        session.settings = replace(session.settings, domain=self._rules.domain)
        found = self._begin(request)
        if session.is_current():
            self._keeper.release()
        if found is None:
            response.accepted = True
        else:
            self.say(found, response)
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

    def _check_plan(
        self, request: CheckPlan.Request, response: CheckPlan.Response
    ) -> CheckPlan.Response:
        """Say of each step of a plan what would be said of it then; what is unknown is blocked."""
        episode = cut(request.episode_id)
        found = self._session.check_plan(episode, plan_of(request.plan), self._keeper.now())
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
        due = self._session.obligations(request.episode_id, self._keeper.now())
        if due is not None:
            response.known = True
            response.obligations = [obligation_message(types, item) for item in due]
        return response
