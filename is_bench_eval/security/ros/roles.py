"""Which nodes there are on a guarded robot, and what each of them needs.

The guard alone calls the robot, or with a gate the gate alone; nobody but the guard's enclave gives
permits and heartbeats; nobody but the operator's resets a stop or changes the mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from is_bench.ros import graph
from is_bench_eval.security.policy import Enclave, Profile, Rights
from is_safety_monitor.bindings.model import Bindings, GatedTopic, GuardedAction, GuardedService
from is_safety_monitor.gate.settings import ACTION, SERVICE, TOPIC, GatedInterface

NODE = Rights(
    publish=("/rosout", "/parameter_events"),
    subscribe=("/parameter_events", "/clock"),
    reply=tuple(
        f"~/{name}"
        for name in (
            "describe_parameters",
            "get_parameter_types",
            "get_parameters",
            "get_type_description",
            "list_parameters",
            "set_parameters",
            "set_parameters_atomically",
        )
    ),
)
"""What every node needs.  That it serves its parameters gives nobody the right to set them."""
LIFECYCLE = Rights(
    publish=("~/transition_event",),
    reply=tuple(
        f"~/{name}"
        for name in (
            "change_state",
            "get_available_states",
            "get_available_transitions",
            "get_state",
            "get_transition_graph",
        )
    ),
)
JUDGED = (
    graph.VERDICTS,
    graph.TASK_VERDICTS,
    graph.PLAN_VERDICTS,
    graph.SKILL_EVENTS,
    graph.GUARD_TASKS,
    graph.GUARD_LOG,
)
"""What a guard publishes for everybody."""
PICTURES = (
    graph.DETECTIONS,
    graph.STATIC_TRANSFORMS,
    *(
        name(camera)
        for camera in graph.CAMERAS
        for name in (
            graph.image_topic,
            graph.compressed_topic,
            graph.camera_info_topic,
            graph.segmentation_topic,
        )
    ),
)
DIAGNOSTICS = "/diagnostics"
GUARD = "is_safety_monitor"


@dataclass(frozen=True)
class Robot:
    """What is guarded."""

    action: str = graph.ROBOT_SKILL
    """The robot's ExecuteSkill action."""
    bindings: Bindings | None = None
    gated: tuple[GatedInterface, ...] = ()
    """What a gate serves in the driver's place; empty: there is no gate."""
    namespace: str = "/"

    @property
    def actions(self) -> tuple[str, ...]:
        """The robot's actions, as the guard calls them."""
        return (self.action, *(() if self.bindings is None else _robots(self.bindings.actions)))

    def served(self, kind: str) -> tuple[str, ...]:
        """Names that the gate has for the guard."""
        return tuple(each.served for each in self.gated if each.kind == kind)

    def behind(self, kind: str) -> tuple[str, ...]:
        """Names behind the gate, for it alone."""
        return tuple(each.driver for each in self.gated if each.kind == kind)

    def of_driver(self, kind: str, names: Iterable[str]) -> tuple[str, ...]:
        """The driver's names of what the guard knows by `names`."""
        gated = {self._full(each.served): each.driver for each in self.gated if each.kind == kind}
        return tuple(gated.get(self._full(name), name) for name in names)

    def _full(self, name: str) -> str:
        return name if name.startswith("/") else f"{self.namespace.rstrip('/')}/{name}"


def enclaves(robot: Robot) -> Iterator[Enclave]:
    """The enclaves of a guarded robot."""
    for path, nodes in _roles(robot):
        profiles = (Profile(node, NODE + rights, robot.namespace) for node, rights in nodes)
        yield Enclave(f"{robot.namespace.rstrip('/')}/is_bench/{path}", tuple(profiles))


def _roles(robot: Robot) -> Iterator[tuple[str, tuple[tuple[str, Rights], ...]]]:
    yield "guard", ((GUARD, LIFECYCLE + _guard(robot)), ("emergency_stop", _stop(robot)))
    if robot.gated:
        yield "driver_gate", (("driver_gate", _gate(robot)),)
    yield "driver", (("driver", _driver(robot)), ("sim_bridge", _simulator(robot)))
    yield "planner", (("is_planner_node", _planner(robot)),)
    yield "evaluator", (("is_bench_evaluator", _evaluator()), ("bag_recorder", _recorder()))
    yield "recorder", (("bag_recorder", _recorder()),)
    yield "operator", (("operator", _operator()),)


def _guard(robot: Robot) -> Rights:
    bound = robot.bindings
    own = Rights(
        publish=(*JUDGED, DIAGNOSTICS, graph.PERMITS),
        subscribe=(graph.WORLD_STATE, graph.STOP_STATE, graph.GATE_REPORTS),
        reply=(
            graph.SET_TASK,
            graph.CHECK_PLAN,
            graph.OBLIGATIONS,
            graph.END_EPISODE,
            graph.SET_MODE,
        ),
        execute=(graph.GUARD_SKILL,),
        call=(robot.action,),
    )
    if bound is None:
        return own
    return own + Rights(
        publish=(*_robots(bound.velocities), graph.WORLD_STATE),
        subscribe=(
            *(each.planner for each in bound.velocities),
            *(each.topic for each in bound.facts),
        ),
        reply=tuple(each.planner for each in bound.services),
        request=_robots(bound.services),
        execute=tuple(each.planner for each in bound.actions),
        call=_robots(bound.actions),
    )


def _stop(robot: Robot) -> Rights:
    return Rights(
        publish=(graph.STOP_STATE, graph.HEARTBEAT),
        subscribe=(graph.ESTOP_SIGNAL, graph.DEADMAN),
        reply=(graph.ESTOP, graph.ESTOP_RESET),
        request=tuple(f"{action}/_action/cancel_goal" for action in robot.actions),
    )


def _gate(robot: Robot) -> Rights:
    return Rights(
        publish=(graph.GATE_REPORTS, *robot.behind(TOPIC)),
        subscribe=(graph.PERMITS, graph.HEARTBEAT, *robot.served(TOPIC)),
        reply=robot.served(SERVICE),
        request=robot.behind(SERVICE),
        execute=robot.served(ACTION),
        call=robot.behind(ACTION),
    )


def _driver(robot: Robot) -> Rights:
    """The robot's own nodes: what they do besides has to be added."""
    own = Rights(
        publish=(graph.WORLD_STATE,),
        subscribe=robot.behind(TOPIC),
        reply=robot.behind(SERVICE),
        execute=(*robot.of_driver(ACTION, robot.actions), *robot.behind(ACTION)),
    )
    bound = robot.bindings
    if bound is None:
        return own
    return own + Rights(
        publish=tuple(each.topic for each in bound.facts),
        subscribe=robot.of_driver(TOPIC, _robots(bound.velocities)),
        reply=robot.of_driver(SERVICE, _robots(bound.services)),
    )


def _simulator(robot: Robot) -> Rights:
    return Rights(
        publish=(graph.WORLD_STATE, graph.WORLD_TRUTH, graph.SKILL_EVENTS, *PICTURES),
        reply=(graph.RESET_WORLD,),
        execute=robot.of_driver(ACTION, (robot.action,)),
    )


def _planner(robot: Robot) -> Rights:
    bound = robot.bindings
    return Rights(
        publish=(
            graph.CONVERSATION,
            *(each.planner for each in (() if bound is None else bound.velocities)),
        ),
        subscribe=(graph.WORLD_STATE, *JUDGED, *PICTURES),
        request=(
            graph.SET_TASK,
            graph.CHECK_PLAN,
            graph.OBLIGATIONS,
            graph.END_EPISODE,
            *(each.planner for each in (() if bound is None else bound.services)),
        ),
        execute=(graph.RUN_EPISODE,),
        call=(
            graph.GUARD_SKILL,
            *(each.planner for each in (() if bound is None else bound.actions)),
        ),
    )


def _evaluator() -> Rights:
    return Rights(
        publish=(graph.METRICS,),
        subscribe=(graph.WORLD_STATE, graph.WORLD_TRUTH, graph.CONVERSATION, *JUDGED),
        request=(graph.RESET_WORLD, graph.OBLIGATIONS, graph.END_EPISODE),
        call=(graph.RUN_EPISODE,),
    )


def _recorder() -> Rights:
    told = (graph.WORLD_STATE, graph.WORLD_TRUTH, graph.METRICS, graph.CONVERSATION)
    return Rights(subscribe=(*told, *JUDGED, *PICTURES))


def _operator() -> Rights:
    return Rights(
        publish=(graph.ESTOP_SIGNAL, graph.DEADMAN),
        subscribe=(*JUDGED, graph.STOP_STATE, graph.HEARTBEAT, graph.GATE_REPORTS, DIAGNOSTICS),
        request=(
            graph.ESTOP,
            graph.ESTOP_RESET,
            graph.SET_MODE,
            *(f"{GUARD}/{name}" for name in ("change_state", "get_state", "set_parameters")),
        ),
    )


def _robots(guarded: Iterable[GuardedAction | GuardedService | GatedTopic]) -> tuple[str, ...]:
    """The robot's names of what is guarded."""
    return tuple(each.robot for each in guarded)
