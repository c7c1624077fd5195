"""Generates a draft binding file from the ROS graph.

The draft can be read as it is.  What only the robot's engineer knows is marked TODO, and so is each
interface that the draft leaves unguarded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from is_bench.errors import InputError
from is_safety_monitor.bindings.graph_names import Graph, interfaces
from is_safety_monitor.bindings.placeholders import MARK, REGION, THING, THING_LABEL
from is_safety_monitor.bindings.shapes import TypeTable, field_type

_POSES = ("geometry_msgs/msg/PoseStamped", "geometry_msgs/msg/PointStamped")
_VELOCITIES = ("geometry_msgs/msg/Twist", "geometry_msgs/msg/TwistStamped")
_JOINTS = "sensor_msgs/msg/JointState"
_SWITCH = "std_srvs/srv/SetBool"
_SKILLS = {
    "PICK(thing)": ("pick", "grasp", "grab", "lift"),
    "PLACE_ON_TOP(held, thing)": ("place", "put"),
    "DROP(held)": ("drop", "release"),
    "OPEN(thing)": ("open",),
    "CLOSE(thing)": ("close", "shut"),
    "TOGGLE_ON(thing)": ("turn", "switch", "toggle", "press", "knob"),
    "PUSH(thing)": ("push",),
    "PULL(thing)": ("pull",),
}
"""Calls of the domain `household`, and words in the name of an action that suggest them."""

_HEAD = f"""\
# Draft of a binding file: decide what is marked {MARK}, then `is-bench binding check FILE --graph`.
bindings: 1
robot: {{robot}}
task: {{{{episode: standing}}}} # holds until a planner calls set_task; remove it if one does
map:
  frame: map
  regions: # {MARK}: the places that poses are looked up in, in the frame above
    {REGION}: {{{{box: [[-1, -1], [1, 1]]}}}}
things: # {MARK}: the objects of calls and facts; a label or synset says what each is
  {THING}: {{{{label: {THING_LABEL}}}}}
"""


@dataclass(frozen=True)
class _Drafted:
    """Part of a file: the kind of interface, and its lines."""

    kind: str
    text: str


def draft(robot: str, graph: Graph, types: TypeTable) -> str:
    """A binding file for `graph`, below the robot's namespace; `robot` is its name.

    Every action, service and topic of the graph is in it, or in a comment with the mark.
    """
    parts = [*_actions(graph, types), *_services(graph), *_topics(graph), *_unguarded(graph, types)]
    text = _HEAD.format(robot=robot)
    for kind in ("actions", "services", "velocities", "facts"):
        own = [part.text for part in parts if part.kind == kind]
        if own:
            text += f"{kind}:\n" + "".join(own)
    left = [part.text for part in parts if not part.kind]
    return text + "".join(left)


def unguarded_count(text: str) -> int:
    """How many interfaces the draft `text` names in comments alone."""
    return sum(line.startswith(f"# {MARK} ") for line in text.splitlines())


def is_empty(graph: Graph) -> bool:
    """Whether a graph has no interface of a robot."""
    return not any(True for kind in graph for _ in interfaces(graph, kind))


def _actions(graph: Graph, types: TypeTable) -> Iterator[_Drafted]:
    for name, kind in interfaces(graph, "action"):
        try:
            call = _call(name, types.fields(f"{kind}.goal"), types)
        except InputError:
            call = ""
        if call:
            yield _Drafted("actions", _sides(name, kind) + "    calls:\n" + call)
        else:
            yield _comment(name, kind, "action, not guarded", types, ".goal")


def _call(name: str, fields: Mapping[str, str], types: TypeTable) -> str:
    """How goals of the action `name` may be read; empty where that cannot be guessed."""
    kinds = {field: field_type(text) for field, text in fields.items()}
    pose = next((f for f, kind in kinds.items() if str(kind) in _POSES), "")
    if pose:
        return f"      - call: NAVIGATE_TO(place)\n        where: {{place: {{region: {pose}}}}}\n"
    command = kinds.get("command")
    if command is not None and command.is_message and "position" in types.fields(command.name):
        return (
            f"      - call: PICK({THING}) # {MARK}: which thing, and closed from where on\n"
            "        when: {command.position: {at_most: 20 mm, unit: m}}\n"
        )
    text = next((field for field, kind in kinds.items() if kind.is_string), "")
    return _named_call(name, text) if text else ""


def _named_call(name: str, field: str) -> str:
    """The call of an action whose goal names an object in `field`."""
    words = re.findall("[a-z]+", name.lower())
    found = (call for call, known in _SKILLS.items() if set(words) & set(known))
    call = next(found, "PICK(thing)")
    where = {
        "held": "held: {known: held}",
        "thing": f"thing: {{field: {field}, names: {{{THING}: {THING}}}}}",
    }
    used = ", ".join(text for argument, text in where.items() if argument in call)
    return f"      - call: {call} # {MARK}: which skill it is\n        where: {{{used}}}\n"


def _services(graph: Graph) -> Iterator[_Drafted]:
    for name, kind in interfaces(graph, "srv"):
        if kind != _SWITCH:
            continue
        yield _Drafted(
            "services",
            _sides(name, kind) + f"    calls: # {MARK}: what it switches\n"
            f"      - {{call: TOGGLE_ON({THING}), when: {{data: true}}}}\n"
            f"      - {{call: TOGGLE_OFF({THING}), when: {{data: false}}}}\n"
            '    refused: {success: false, message: "{reason}"}\n'
            "    succeeded: {success: true}\n",
        )


def _topics(graph: Graph) -> Iterator[_Drafted]:
    for name, kind in interfaces(graph, "sub"):
        if kind in _VELOCITIES:
            speeds = "{linear: 0.5 m/s, angular: 1 rad/s}"
            limits = f"    limits: {speeds} # {MARK}: the robot's own\n"
            yield _Drafted("velocities", _sides(name, kind) + limits)
    for name, kind in interfaces(graph, "msg"):
        if kind == _JOINTS:
            yield _Drafted(
                "facts",
                f"  {_word(name)}:\n"
                f"    topic: {name.strip('/')}\n"
                f"    type: {kind}\n"
                "    stamp: header.stamp\n"
                "    watchdog: 500 ms\n"
                f"    rules: # {MARK}: which joint tells which fact\n"
                f"      - fact: open({THING})\n"
                "        field: position[name=door_joint]\n"
                "        unit: rad\n"
                "        holds: {above: 5 deg}\n"
                "        fails: {below: 2 deg}\n",
            )


def _unguarded(graph: Graph, types: TypeTable) -> Iterator[_Drafted]:
    """Comments on the services and topics that are not drafted."""
    for name, kind in interfaces(graph, "srv"):
        if kind != _SWITCH:
            yield _comment(name, kind, "service, not guarded", types, ".request")
    published, heard = set(interfaces(graph, "msg")), set(interfaces(graph, "sub"))
    for name, kind in sorted(published | heard):
        is_heard, is_published = (name, kind) in heard, (name, kind) in published
        if (kind in _VELOCITIES and is_heard) or (kind == _JOINTS and is_published):
            continue
        if not is_heard:
            state = "published topic, gives no facts"
        elif is_published:
            state = "topic with publishers and subscribers, not guarded, gives no facts"
        else:
            state = "subscribed topic, not guarded"
        yield _comment(name, kind, state, types)


def _comment(name: str, kind: str, state: str, types: TypeTable, part: str = "") -> _Drafted:
    """A marked line about an interface whose `part` (".goal", ".request") has fields."""
    try:
        fields = types.fields(f"{kind}{part}")
    except InputError as error:
        return _Drafted("", f"# {MARK} {name.strip('/')} ({kind}): {state}; {error.message}\n")
    listed = ", ".join(f"{field} ({text})" for field, text in fields.items()) or "none"
    return _Drafted("", f"# {MARK} {name.strip('/')} ({kind}): {state}; fields: {listed}\n")


def _sides(name: str, kind: str) -> str:
    plain = name.strip("/")
    return f"  {_word(name)}:\n    type: {kind}\n    planner: guarded/{plain}\n    robot: {plain}\n"


def _word(name: str) -> str:
    """A name of the graph as a key of the file."""
    return name.strip("/").replace("/", "_") or "unnamed"
