"""The is_safety_monitor node: action proxy between planner and robot.

It serves /is_bench/execute_skill and is a client of the robot's action (`robot_action`).  A goal is
judged before it is accepted, by its skill and arguments; of a task it knows what set_task says.
Threading: one executor thread, reentrant callbacks; the guard's state changes only between awaits.
Whatever is unknown, stale, crashed or late rejects or stops, with a reason.
"""

from __future__ import annotations

import gc
import secrets

from is_bench_interfaces.srv import SetTask
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.lifecycle import LifecycleState, TransitionCallbackReturn

from is_bench.domain import Domain
from is_bench.durations import seconds_to_ns
from is_bench.errors import InputError
from is_bench.ros.clocks import clock_ns
from is_bench.ros.lifecycle import SteadyLifecycleNode
from is_bench.ros.node_program import NodeProgram
from is_bench.ros.spinning import run_node
from is_bench.scenarios import Dataset, load_dataset
from is_safety_monitor.bindings.model import Bindings
from is_safety_monitor.bindings.ros.robot import BoundRobot, load_checked
from is_safety_monitor.core.configuration import KnowledgeBase
from is_safety_monitor.core.session import Session
from is_safety_monitor.emergency_stop.ros.link import GuardStop, Reactions, make_stop
from is_safety_monitor.emergency_stop.stop_status import StopStatus
from is_safety_monitor.episode_persistence import BUSY, EpisodePersistence
from is_safety_monitor.health.ros.guard_health import GuardHealth, GuardParts
from is_safety_monitor.ros.gate_link import GateLink
from is_safety_monitor.ros.goal_arbiter import GoalArbiter
from is_safety_monitor.ros.guard_clock import keep_clock
from is_safety_monitor.ros.idle_watch import IdleWatch
from is_safety_monitor.ros.operator_services import OperatorServices
from is_safety_monitor.ros.parameters import declare_parameters
from is_safety_monitor.ros.publishers import GuardPublisher
from is_safety_monitor.ros.rules import Rules
from is_safety_monitor.ros.skill_server import SkillServer
from is_safety_monitor.ros.task_services import TaskServices
from is_safety_monitor.ros.world_subscription import WorldStateSubscriber
from is_safety_monitor.state_dir import state_folder


class SafetyMonitor(SteadyLifecycleNode):
    """The guard of one robot: lifecycle, world state, goals, and emergency stop."""

    def __init__(
        self,
        base: KnowledgeBase | None = None,
        dataset: Dataset | None = None,
        **options: object,
    ) -> None:
        """Declare the parameters; pass `base` and `dataset` to avoid loading them again.

        The dataset is for the knowledge `scenario` alone, which takes annotations from it.
        """
        super().__init__("is_safety_monitor", **options)
        self._given = declare_parameters(self)
        guard = self._given.guard
        self._dataset: Dataset | None = None
        if guard.knowledge == "scenario":
            self._dataset = dataset or load_dataset(self._given.dataset)
        self._bindings: Bindings | None = None
        if self._given.bindings is not None:
            self._bindings, warnings = load_checked(self._given.bindings, guard.domain)
            for warning in warnings:
                self.get_logger().warning(f"bindings: {warning}")
        self._group = ReentrantCallbackGroup()
        self._is_configured = self._active = False
        self.run = secrets.token_hex(8)
        """Of this guard, as in its heartbeats."""
        self._stop = self._make_stop()  # its process starts while this one reads files
        keep_clock(self)
        self._rules = Rules(self, guard, self._given.knowledge_base, base)
        self._session = session = Session(guard, self._rules.base, clock_ns(self))
        self._rules.is_moving = lambda: session.moving > 0
        self._bound: BoundRobot | None = None
        self._stop.begin()
        if self._given.autostart:
            self.trigger_configure()
            self.trigger_activate()

    def destroy_node(self) -> None:
        """End the emergency stop with the guard, and leave its state to the next one."""
        self._stop.destroy()
        if self._is_configured and self._memory is not None:
            self._memory.close(self._session)
        super().destroy_node()

    def guard_for(self, domain: Domain, base: KnowledgeBase) -> None:
        """From the next task on, guard a robot of `domain` by `base`."""
        self._rules.replace(domain, base)

    # Lifecycle

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Create the ROS interfaces; goals are rejected until the node is active."""
        del state
        group, given = self._group, self._given
        self._publisher = GuardPublisher(self, self._session)
        self._arbiter = GoalArbiter(
            self,
            self._session,
            self._publisher,
            group,
            seconds_to_ns(given.hold_s),
            lambda: self._active,
            seconds_to_ns(given.state_heartbeat_s),
        )
        self._arbiter.obstacles.append(self._stop.problem)
        self._memory = self._open_memory()
        self._tasks = TaskServices(
            self,
            self._arbiter,
            self._rules,
            group,
            dataset=self._dataset,
            bindings=self._bindings,
            memory=self._memory,
        )
        self._operating = OperatorServices(self, self._arbiter, group, self._memory)
        self._gate = GateLink(self, self.run, self._cancel_all, group) if given.gate else None
        self._skills = SkillServer(
            self, self._arbiter, given.robot_action, group, given.skill_timeout_s, self._gate
        )
        if self._bindings is not None:
            self._bound = BoundRobot(
                self, self._bindings, self._arbiter, group, lambda: self._active, self._gate
            )
        self._world = WorldStateSubscriber(
            self,
            self._arbiter,
            group,
            lambda said: self._tasks.say(said, SetTask.Response()),
            self._cancel_all,
            publishers=given.state_publishers,
        )
        self._health = self._make_health()
        self._is_configured = True
        if self._memory is not None and self._memory.is_busy:
            self._await_idle(self._memory)
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Begin to accept goals."""
        self._active = True
        self._tasks.begin_default_task()
        self._health.say_guarding(self._rules.domain.name)
        return super().on_activate(state)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Stop what is running and reject goals."""
        self._active = False
        self._cancel_all("stopped because the guard was deactivated")
        self._arbiter.release()
        return super().on_deactivate(state)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Stop what is running and reject goals, for good."""
        if self._active:
            self.on_deactivate(state)
        return super().on_shutdown(state)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Take the ROS interfaces down; refused until what was stopped has ended."""
        del state
        if self._session.moving or (self._memory is not None and self._memory.is_busy):
            self.get_logger().warning("cleanup rejected: a skill is still running; try again")
            return TransitionCallbackReturn.FAILURE
        self._is_configured = False
        self._health.destroy()
        self._skills.destroy()
        self._tasks.destroy()
        self._operating.destroy()
        self._world.destroy()
        if self._bound is not None:
            self._bound.destroy()
        if self._gate is not None:
            self._gate.destroy()
        self._arbiter.destroy()
        self._publisher.destroy()
        if self._memory is not None:
            self._memory.close(self._session)
        self._session.forget()
        return TransitionCallbackReturn.SUCCESS

    def _make_health(self) -> GuardHealth:
        given = self._given
        parts = GuardParts(
            robot_action=given.robot_action,
            state_publishers=given.state_publishers,
            bindings=self._bindings,
            bound=self._bound,
            serves=self._skills.is_ready,
            gate=None if self._gate is None else self._gate.problems,
            is_active=lambda: self._active,
            cancel_all=self._cancel_all,
        )
        return GuardHealth(
            self,
            self._arbiter,
            self._group,
            parts,
            intruders=given.intruders,
        )

    def _open_memory(self) -> EpisodePersistence | None:
        """Go on with the episode that is on disk, if there is one; None: nothing is kept there."""
        folder, dataset = state_folder(self._given.state_dir, self.get_namespace()), self._dataset
        if folder is None:
            return None
        try:
            memory = EpisodePersistence(folder)
        except (InputError, OSError) as error:
            why = f"the guard cannot keep its state in {folder}: {error}"
            self.get_logger().error(why)
            self._arbiter.obstacles.append(lambda: why)
            return None
        memory.open(
            self._session, lambda t: None if dataset is None else dataset.get(t).annotations
        )
        self._arbiter.obstacles.append(lambda: memory.problem)
        if self._session.episode:
            self.get_logger().warning(f"going on with episode {self._session.episode!r}")
        if memory.problem:
            self.get_logger().error(memory.problem)
        return memory

    def _await_idle(self, memory: EpisodePersistence) -> None:
        """Let nothing move until the drivers of what the last process had sent are idle."""

        def rest() -> None:
            memory.idle(self._session, self._arbiter.now(), clock_ns(self))
            self._publisher.log()
            self.get_logger().warning("the robot is idle; all earlier goals have ended")

        bound = () if self._bound is None else self._bound.idleness
        IdleWatch(self, self._group, self._skills, bound, BUSY, rest)

    # Emergency stop

    def _make_stop(self) -> GuardStop:
        given = self._given
        bound = () if self._bindings is None else self._bindings.actions
        robot = {
            "guard": self.run,
            "actions": [given.robot_action, *(action.robot for action in bound)],
            "state_dir": given.state_dir,
        }
        reactions = Reactions(self._on_stop, self._on_reset, self._cancel_all)
        return make_stop(self, self._group, given.emergency_stop, robot, reactions)

    def _on_stop(self, standing: StopStatus) -> None:
        self._session.stop()
        self._cancel_all("stopped by the emergency stop")
        if self._is_configured:
            self._arbiter.release()
            self._publisher.log()
        why = f"{standing.reason}; canceling all skills; new goals are rejected"
        self.get_logger().error(f"emergency stop: {why}")

    def _on_reset(self) -> None:
        self._session.reset()
        if self._is_configured:
            self._publisher.log()
        self.get_logger().warning("the emergency stop was reset; skills are accepted again")

    def _cancel_all(self, why: str) -> None:
        """Stop everything that is being executed."""
        if not self._is_configured:
            return
        self._skills.cancel_all(why)
        if self._bound is not None:
            self._bound.cancel_all(why)


def _started() -> SafetyMonitor:
    """The node; the knowledge base that it has loaded is exempt from garbage collection.

    A full collection would traverse it, which takes 80 ms in the middle of a decision.
    """
    node = SafetyMonitor()
    gc.collect()
    gc.freeze()
    return node


PROGRAM = NodeProgram(
    "is_safety_monitor",
    "Guards a robot: judges the goals that planners send, forwards those that may pass, and "
    "cancels skills that become unsafe.",
    declare_parameters,
)


def main() -> None:
    """Run the node until it is interrupted."""
    PROGRAM.check_command_line()
    run_node(_started)


if __name__ == "__main__":
    main()
