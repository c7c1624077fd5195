"""The is_safety_monitor node: stands between any planner and any robot.

It serves /is_bench/execute_skill and is a client of the robot's action (`robot_action`).  A goal is
judged before it is accepted, by its skill and arguments; of a task it knows what set_task says.
Threading: one executor thread, reentrant callbacks; the guard's state changes only between awaits.
Whatever is unknown, stale, crashed or late rejects or stops, with a reason.
"""

from __future__ import annotations

from is_bench_interfaces.msg import WorldState
from is_bench_interfaces.srv import SetTask
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from std_srvs.srv import Trigger

from is_bench.domain import Domain
from is_bench.messages import FactReader
from is_bench.ros import graph
from is_bench.ros.spinning import run_node
from is_bench.scenarios import Dataset, load_dataset
from is_safety_monitor.bindings.model import Bindings
from is_safety_monitor.bindings.ros.robot import BoundRobot, load_checked
from is_safety_monitor.core.choice import KnowledgeBase
from is_safety_monitor.core.reports import report_of
from is_safety_monitor.core.session import Session
from is_safety_monitor.judging import Gatekeeper
from is_safety_monitor.parameters import declare_parameters, nanoseconds
from is_safety_monitor.publishing import GuardPublisher
from is_safety_monitor.rules import Rules
from is_safety_monitor.skill_server import SkillServer
from is_safety_monitor.task_services import TaskServices


class SafetyMonitor(LifecycleNode):
    """The guard of one robot: its lifecycle, what it hears of the world, and the emergency stop."""

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
        self._given = declare_parameters(self)
        guard = self._given.guard
        self._dataset: Dataset | None = None
        if guard.knowledge == "scenario":
            self._dataset = dataset or load_dataset(self._given.dataset)
        self._rules = Rules(self, guard, self._given.knowledge_base, base)
        self._session = Session(guard, self._rules.base, self._now())
        self._bindings: Bindings | None = None
        if self._given.bindings is not None:
            self._bindings, warnings = load_checked(self._given.bindings, guard.domain)
            for warning in warnings:
                self.get_logger().warning(f"bindings: {warning}")
        self._bound: BoundRobot | None = None
        self._group = ReentrantCallbackGroup()
        self._active = False
        if self._given.autostart:
            self.trigger_configure()
            self.trigger_activate()

    def guard_for(self, domain: Domain, base: KnowledgeBase) -> None:
        """From the next task on, guard a robot of `domain` by `base`."""
        self._rules.replace(domain, base)

    # Lifecycle

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Create the ROS interfaces; goals are rejected until the node is active."""
        del state
        group, given = self._group, self._given
        self._reader = FactReader()
        self._publisher = GuardPublisher(self, self._session)
        self._states = self.create_subscription(
            WorldState, graph.WORLD_STATE, self._on_state, graph.LATEST, callback_group=group
        )
        self._stops = [
            self.create_service(Trigger, graph.ESTOP, self._estop, callback_group=group),
            self.create_service(
                Trigger, graph.ESTOP_RESET, self._estop_reset, callback_group=group
            ),
        ]
        self._keeper = Gatekeeper(
            self,
            self._session,
            self._publisher,
            group,
            nanoseconds(given.hold_s),
            lambda: self._active,
        )
        self._tasks = TaskServices(
            self, self._keeper, self._rules, group, dataset=self._dataset, bindings=self._bindings
        )
        self._skills = SkillServer(
            self, self._keeper, given.robot_action, group, given.skill_timeout_s
        )
        if self._bindings is not None:
            self._bound = BoundRobot(
                self, self._bindings, self._keeper, group, lambda: self._active
            )
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Begin to accept goals."""
        self._active = True
        self._tasks.begin_standing_task()
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
        self._skills.destroy()
        self._tasks.destroy()
        for service in self._stops:
            self.destroy_service(service)
        self.destroy_subscription(self._states)
        if self._bound is not None:
            self._bound.destroy()
        self._keeper.destroy()
        self._publisher.destroy()
        self._session.forget()
        return TransitionCallbackReturn.SUCCESS

    # What the guard hears of the world

    def _on_state(self, message: WorldState) -> None:
        refused = self._session.heard(report_of(message, self._reader))
        if refused is not None:
            self._tasks.say(refused, SetTask.Response())
        if self._session.is_current():
            self._keeper.release()
        self._publisher.log()

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

    def _cancel_all(self, why: str) -> None:
        """Stop everything that is being executed."""
        self._skills.cancel_all(why)
        if self._bound is not None:
            self._bound.cancel_all(why)

    def _now(self) -> int:
        return int(self.get_clock().now().nanoseconds)


def main() -> None:
    """Run the node until it is interrupted."""
    run_node(SafetyMonitor)


if __name__ == "__main__":
    main()
