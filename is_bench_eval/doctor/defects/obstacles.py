"""Why a step can never be executed, whatever the state of the world.

The fixed part of what `is_bench.world.primitives` and the parameters of a domain's skills ask
for: abilities and kinds, no states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from is_bench.calls import SkillCall, parse_call
from is_bench.domain import Domain, Dynamics, Parameter, ParameterRole
from is_bench.errors import InputError
from is_bench.objects import Matter, ObjectTable, SceneObject
from is_bench.scenarios import Scene
from is_bench.taxonomy import taxonomy
from is_bench.world.primitives.cleaning import WASHERS
from is_bench.world.primitives.heating import FREEZERS
from is_bench.world.removers import Removers
from is_bench_eval.doctor.defects.names import undeclared

Look = Callable[[SceneObject, Removers], str]
"""What keeps an object from its role in a skill, "" if nothing does."""


def obstacle(step: str, scene: Scene) -> str:
    """Why `step` can never succeed in `scene`; "" if nothing of the kind is known."""
    try:
        call = scene.domain.check(parse_call(step))
    except InputError as error:
        return error.message
    missing = undeclared(step, scene)
    if missing:
        return f"{', '.join(missing)} is not declared"
    names = call.arguments
    if scene.domain.loose_text:
        names = tuple(name.split("@")[0].strip().lower() for name in names)
    return obstacle_to(SkillCall(call.skill, names), scene)


def obstacle_to(call: SkillCall, scene: Scene) -> str:
    """The same of a call of a skill of the scene's domain, over objects that are declared."""
    removers = Removers(scene.wash_rules)
    parameters = scene.domain.skills[call.skill].parameters
    things = _things(call, scene.objects)
    found = (
        _obstacle(call, scene.domain, parameter, thing, removers)
        for parameter, thing in zip(parameters, things, strict=True)
    )
    if call.skill in _PLACING and call.arguments[0] == call.arguments[1]:
        return f"{call.arguments[0]} cannot be placed on or in itself"
    return next(filter(None, found), "")


def _things(call: SkillCall, objects: ObjectTable) -> list[SceneObject]:
    return [objects.by_name[name] for name in call.arguments]


def _obstacle(
    call: SkillCall, domain: Domain, parameter: Parameter, thing: SceneObject, removers: Removers
) -> str:
    if thing.matter is Matter.AGENT:
        return f"{thing.name} is the robot itself"
    if domain.dynamics is Dynamics.BENCHMARK:
        look = _OF_SKILL.get((call.skill, parameter.role)) or _OF_ROLE.get(parameter.role)
        return look(thing, removers) if look else ""
    if not parameter.where.contains(thing):
        return f"{thing.name} is not {parameter.where.text}, as {parameter.name} has to be"
    return ""


def _needs(*abilities: str, why: str) -> Look:
    def look(thing: SceneObject, _removers: Removers) -> str:
        return "" if any(map(thing.can, abilities)) else f"{thing.name} {why}"

    return look


def _solid(thing: SceneObject, _removers: Removers) -> str:
    return f"{thing.name} is a substance" if thing.matter.is_substance else ""


def _cleans(thing: SceneObject, removers: Removers) -> str:
    return "" if removers.is_remover(thing) else f"{thing.name} is no cleaning tool"


def _gives(thing: SceneObject, _removers: Removers) -> str:
    return "" if taxonomy().produced(thing.synset) else f"{thing.name} gives no fluid"


def _washes(thing: SceneObject, _removers: Removers) -> str:
    is_washer = thing.synset.partition(".")[0] in WASHERS
    return "" if is_washer else f"{thing.name} is no washer or dishwasher"


def _freezes(thing: SceneObject, _removers: Removers) -> str:
    return "" if thing.synset in FREEZERS else f"{thing.name} is no refrigerator"


_PLACING = ("PLACE_ON_TOP", "PLACE_INSIDE")
_holds = _needs("fillable", why="is no vessel")

_OF_ROLE: Mapping[ParameterRole, Look] = {
    ParameterRole.MOVED: _solid,
    ParameterRole.SUPPORT: _solid,
    ParameterRole.CONTAINER: _solid,
    ParameterRole.OPENED: _needs("openable", why="has no door or lid"),
    ParameterRole.SWITCHED: _needs("toggleable", why="has no switch"),
    ParameterRole.CLEANED: _solid,
    ParameterRole.TOOL: _cleans,
    ParameterRole.CUT: _needs("sliceable", "diceable", why="cannot be cut"),
    ParameterRole.SOAKED: _cleans,
    ParameterRole.SOURCE: _holds,
    ParameterRole.VESSEL: _holds,
    ParameterRole.COVERED: _solid,
}
_OF_SKILL: Mapping[tuple[str, ParameterRole], Look] = {
    ("CUT", ParameterRole.TOOL): _needs("slicer", why="cannot cut"),
    ("SOAK_UNDER", ParameterRole.SOURCE): _gives,
    ("FILL_WITH", ParameterRole.SOURCE): _gives,
    ("WAIT_FOR_WASHED", ParameterRole.MACHINE): _washes,
    ("WAIT_FOR_FROZEN", ParameterRole.MACHINE): _freezes,
    ("WAIT_FOR_FROZEN", ParameterRole.WAITED_FOR): _needs("freezable", why="cannot freeze"),
}
