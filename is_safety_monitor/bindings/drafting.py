"""Generates a draft binding file from the ROS graph.

It can be read as it is; what nobody but the robot's engineer knows is marked TODO.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from is_bench.errors import InputError
from is_safety_monitor.bindings.shapes import TypeTable, field_type

Graph = Mapping[str, Mapping[str, Iterable[str]]]
"""The types of each name of a graph, as `checking.check_graph` takes them."""

_POSES = ("geometry_msgs/msg/PoseStamped", "geometry_msgs/msg/PointStamped")
_VELOCITIES = ("geometry_msgs/msg/Twist", "geometry_msgs/msg/TwistStamped")
_JOINTS = "sensor_msgs/msg/JointState"
_SWITCH = "std_srvs/srv/SetBool"
_OURS = ("is_bench_interfaces/", "rcl_interfaces/", "action_msgs/", "lifecycle_msgs/")

_HEAD = """\
# A first file of bindings: see what is marked TODO, then `is-bench binding check FILE --graph`.
bindings: 1
robot: {robot}
task: {{episode: standing}} # holds until a planner calls set_task; remove it if one does
map:
  frame: map
  regions: # TODO: the places that poses are told by, in the frame above
    somewhere: {{box: [[-1, -1], [1, 1]]}}
things: # TODO: what calls and facts are about; a label or synset says what each is
  thing_1: {{label: thing}}
"""


@dataclass(frozen=True)
class _Drafted:
    """Part of a file: the kind of interface, and its lines."""

    kind: str
    text: str


def draft(robot: str, seen: Graph, types: TypeTable) -> str:
    """A binding file for the graph `seen`; `robot` is its name."""
    parts = [*_actions(seen, types), *_services(seen), *_topics(seen)]
    text = _HEAD.format(robot=robot)
    for kind in ("actions", "services", "velocities", "facts"):
        own = [part.text for part in parts if part.kind == kind]
        if own:
            text += f"{kind}:\n" + "".join(own)
    left = [part.text for part in parts if not part.kind]
    return text + "".join(left)


def _actions(seen: Graph, types: TypeTable) -> Iterator[_Drafted]:
    for name, kind in _listed(seen, "action"):
        try:
            fields = types.fields(f"{kind}.goal")
        except InputError as error:
            yield _Drafted("", f"# {name}: {error.message}\n")
            continue
        call = _call(fields, types)
        if not call:
            listed = ", ".join(f"{field} ({text})" for field, text in fields.items())
            text = (
                f"# TODO {name} ({kind}) is not guarded yet; its goal has {listed or 'no field'}\n"
            )
            yield _Drafted("", text)
            continue
        yield _Drafted("actions", _sides(name, kind) + "    calls:\n" + call)


def _call(fields: Mapping[str, str], types: TypeTable) -> str:
    """How a goal with these fields may be read; empty where that cannot be guessed."""
    kinds = {field: field_type(text) for field, text in fields.items()}
    pose = next((f for f, kind in kinds.items() if str(kind) in _POSES), "")
    if pose:
        return f"      - call: NAVIGATE_TO(place)\n        where: {{place: {{region: {pose}}}}}\n"
    command = kinds.get("command")
    if command is not None and command.is_message and "position" in types.fields(command.name):
        return (
            "      - call: PICK(thing_1) # TODO: which thing, and closed from where on\n"
            "        when: {command.position: {at_most: 20 mm, unit: m}}\n"
        )
    text = next((field for field, kind in kinds.items() if kind.is_string), "")
    if not text:
        return ""
    return (
        "      - call: PICK(thing) # TODO: which skill it is\n"
        f"        where: {{thing: {{field: {text}, names: {{thing_1: thing_1}}}}}}\n"
    )


def _services(seen: Graph) -> Iterator[_Drafted]:
    for name, kind in _listed(seen, "srv"):
        if kind != _SWITCH:
            continue
        yield _Drafted(
            "services",
            _sides(name, kind) + "    calls: # TODO: what it switches\n"
            "      - {call: TOGGLE_ON(thing_1), when: {data: true}}\n"
            "      - {call: TOGGLE_OFF(thing_1), when: {data: false}}\n"
            '    refused: {success: false, message: "{reason}"}\n'
            "    succeeded: {success: true}\n",
        )


def _topics(seen: Graph) -> Iterator[_Drafted]:
    for name, kind in _listed(seen, "sub"):
        if kind in _VELOCITIES:
            limits = "    limits: {linear: 0.5 m/s, angular: 1 rad/s} # TODO: the robot's own\n"
            yield _Drafted("velocities", _sides(name, kind) + limits)
    for name, kind in _listed(seen, "msg"):
        if kind == _JOINTS:
            yield _Drafted(
                "facts",
                f"  {_word(name)}:\n"
                f"    topic: {name}\n"
                f"    type: {kind}\n"
                "    stamp: header.stamp\n"
                "    watchdog: 500 ms\n"
                "    rules: # TODO: which joint says what\n"
                "      - fact: open(thing_1)\n"
                "        field: position[name=door_joint]\n"
                "        unit: rad\n"
                "        holds: {above: 5 deg}\n"
                "        fails: {below: 2 deg}\n",
            )


def _sides(name: str, kind: str) -> str:
    plain = name.strip("/")
    return f"  {_word(name)}:\n    type: {kind}\n    planner: guarded/{plain}\n    robot: {plain}\n"


def _listed(seen: Graph, kind: str) -> Iterator[tuple[str, str]]:
    for name, kinds in sorted(seen.get(kind, {}).items()):
        for text in kinds:
            hidden = any(part.startswith("_") for part in name.split("/"))
            if not hidden and not text.startswith(_OURS) and "guarded" not in name.split("/"):
                yield name, text


def _word(name: str) -> str:
    """A name of the graph as a key of the file."""
    return name.strip("/").replace("/", "_") or "unnamed"
