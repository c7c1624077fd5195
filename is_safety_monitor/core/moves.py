"""Relocation candidates: safe places named by laws, then typical storage places."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from heapq import nsmallest

from is_bench.calls import SkillCall
from is_bench.objects import SceneObject
from is_safety_monitor.core.call_sequences import CallSequence, Situation, behind, is_movable, step
from is_safety_monitor.core.storage_habits import PLAIN, is_made_for, named_class, placement_cost

MOST_PLACES = 8
"""How many places are tried for a thing."""
_LAY, _PUT_AWAY = "PLACE_ON_TOP", "PLACE_INSIDE"
_ACCESSIBLE = 3.5
"""What a place that is no closed storage costs for what children and pets must not get at."""
_HARMFUL = "toxic_to_children | toxic_to_dogs | toxic_to_cats | toxic_to_birds | medicine | blade"
_UNASKED = 1.5
"""What a place costs that is none of those that a law names; in steps, as all costs."""
_OWN = -0.5
"""What a place costs that is made for the thing."""
_UNNAMED = 2.0
"""What it costs to move a thing where laws name others that are to be moved."""
_SUBJECT = 1.0
"""What it costs to move what the blocked call is about."""
_BYSTANDER = 1.0
"""What it costs to move what is only around a thing that a finding is about."""
_UNPACKING = 4.0
"""What it costs to take something out of a container that has no part in the hazard."""
_LOADED = 1.0
"""What it costs to take out of a machine what holds a thing that a finding is about."""
_SAME_PLACE = 1.6
"""What it costs to lay a thing elsewhere on what it lies on, directly or on what is to be moved
from there: it may stay too near."""
_UNLIFTED = "heavy & !toggleable | motor_vehicle.n.01 | sprinkler.n.01"
"""What is pushed over the floor, and lifted onto nothing else."""
_BULKY = "vacuum.n.04 | broom.n.01 | swab.n.02 | rake.n.03 | shovel.n.01 | ladder.n.01"
_BOXES = "toolbox.n.01 | toy_box.n.01 | basket.n.01 | box.n.01 | bin.n.01 | bucket.n.01"
"""What is too small for bulky things."""
_GROUND = "walked_on"
_BURDENS = (("heavy", 4.0), ("mains_electric", 1.2), ("seat | stable_flat_support", 1.5))
"""What it costs more to move things of a class."""
_STORES = (
    "(closed_storage | cold_storage) & openable & !toggleable & !heatSource"
    " | (basket.n.01 | box.n.01 | bucket.n.01 | basin.n.01 | crate.n.01 | toy_box.n.01 | bin.n.01"
    " | closet.n.04) & !openable & !toggleable"
)
"""What things are put into."""
_VESSELS = (
    f"{_STORES} | closed_storage & !toggleable | container.n.01 & !tray.n.01 | waste_bin"
    " | knife_block.n.01"
    " | sink_like & !toilet.n.02 | pipe.n.02"
)
"""What things are put into where a law says so."""
_SUPPORTS = (
    "(sceneObject | shelf_like | rack.n.01 | hook.n.05)"
    " & !toggleable & !openable & !heatSource & !coldSource & !sink_like"
)
"""What things are put on."""
_TOPS = f"{_SUPPORTS} | stable_flat_support | heat_resistant | seat | protects_from_heat | outdoors"
"""What things are put on where a law says so."""


@dataclass(frozen=True)
class RemedyTarget:
    """What a blocked call and the findings are about."""

    call: SkillCall
    concerned: tuple[str, ...]
    """The things, in the order of the scene."""
    places: Mapping[str, Collection[str]]
    """The places where laws say that a thing would be safe."""
    fixed: Collection[str] = ()
    """The things that have to stay where they are: the call is about what happens to them there."""
    shut_away: Collection[str] = ()
    """The things that children or animals must not get at."""


def moves(thing: SceneObject, target: RemedyTarget, now: Situation) -> Iterator[CallSequence]:
    """The ways to put `thing` elsewhere that suit it best."""
    if not is_movable(thing) or thing.name in target.fixed or _is_mounted(thing, now):
        return
    burden = _burden(thing, target, now)
    soiled = _is_soiled(thing, now)
    beneath = _beneath(thing, target, now)
    shuts = target.call.is_done and _is_shut_away(thing, target)
    ways = []
    for place in now.things():
        if place.name == thing.name or now.shut_around(place.name):
            continue
        skill = _skill(thing, place, target, now, soiled=soiled)
        if skill is not None:
            cost = burden + _worth(thing, place, target, soiled=soiled)
            if now.surely_related("ontop", thing.name, place.name) or place.name in beneath:
                cost += _SAME_PLACE
            ways.append(_through_doors(thing, place, skill, cost, now, shuts=shuts))
    yield from nsmallest(MOST_PLACES, ways, key=lambda way: way.cost)


def _beneath(thing: SceneObject, target: RemedyTarget, now: Situation) -> frozenset[str]:
    """What the things rest on from which `thing` is taken, because they are to be moved."""
    taken_from = set(now.related("ontop", thing.name)) & set(target.call.arguments)
    resting = [(how, name) for how in ("ontop", "overlaid") for name in taken_from]
    return frozenset(place for how, name in resting for place in now.related(how, name))


def _through_doors(
    thing: SceneObject,
    place: SceneObject,
    skill: str,
    extra: float,
    now: Situation,
    *,
    shuts: bool,
) -> CallSequence:
    """Open what is shut, put the thing there, and shut it again.

    `shuts` says whether a place that stands open is shut, too.
    """
    doors = now.shut_around(thing.name)
    is_put_in = skill == _PUT_AWAY and place.can("openable")
    stands_open = is_put_in and now.surely("open", place.name)
    if is_put_in and not stands_open:
        doors.append(place.name)
    shut = (step("CLOSE", place.name),) if stands_open and shuts else ()
    running = [
        door for door in doors if now.can(door, "toggleable") and now.may_be("toggled_on", door)
    ]
    steps = (
        *(step("TOGGLE_OFF", door) for door in running),
        *behind(doors, [step(skill, thing.name, place.name)]),
        *shut,
    )
    return CallSequence(steps, len(steps) + extra)


def _skill(
    thing: SceneObject, place: SceneObject, target: RemedyTarget, now: Situation, *, soiled: bool
) -> str | None:
    """How `thing` is put on or in `place`; None where it is no place for things."""
    asked = place.name in target.places.get(thing.name, ()) or is_made_for(place, thing)
    if place.name in now.related("inside", thing.name):
        return None
    if named_class(_UNLIFTED).contains(thing) and not named_class(_GROUND).contains(place):
        return None
    if named_class(_BULKY).contains(thing) and named_class(_BOXES).contains(place):
        return None
    fits = not named_class("heavy").contains(thing)
    if fits and (named_class(_VESSELS if asked else _STORES).contains(place)):
        is_free = _holds_water_at_most(place, now) if asked and soiled else _is_empty(place, now)
        return _PUT_AWAY if is_free else None
    if soiled and named_class("sink_like & !toilet.n.02").contains(place):
        return _PUT_AWAY
    return _LAY if named_class(_TOPS if asked else _SUPPORTS).contains(place) else None


def _is_empty(place: SceneObject, now: Situation) -> bool:
    return not now.related("contains", place.name)


def _holds_water_at_most(place: SceneObject, now: Situation) -> bool:
    """Whether a soiled thing may go in: oily rags belong under water."""
    contents = map(now.objects.get, now.related("contains", place.name))
    return all(one is not None and named_class("water.n.06").contains(one) for one in contents)


def _worth(thing: SceneObject, place: SceneObject, target: RemedyTarget, *, soiled: bool) -> float:
    """What `place` costs for `thing`."""
    asked = target.places.get(thing.name, ())
    own = is_made_for(place, thing)
    cost = _OWN if own else placement_cost(thing, place, soiled=soiled)
    if asked and place.name not in asked:
        cost += _UNASKED
    if asked and _is_shut_away(thing, target) and not _is_closed(place):
        cost += _ACCESSIBLE
    is_carried = is_movable(place) and place.name not in asked and not own
    return cost + (PLAIN if is_carried else 0.0)


def _burden(thing: SceneObject, target: RemedyTarget, now: Situation) -> float:
    """What it costs to move `thing`, wherever to."""
    cost = sum(more for kind, more in _BURDENS if named_class(kind).contains(thing))
    if thing.name in target.call.arguments:
        cost += _SUBJECT
    elif thing.name not in target.concerned:
        cost += _BYSTANDER
    if target.places and thing.name not in target.places:
        cost += _UNNAMED
    if _is_load(thing.name, target, now) and any(
        thing.name in _holders(name, now) for name in target.concerned if name != thing.name
    ):
        cost += _LOADED
    boxes = set(now.related("inside", thing.name)) - set(now.related("ontop", thing.name))
    around = (now.objects.get(name) for name in boxes if not _is_load(name, target, now))
    packed = any(box and box.name not in target.concerned and _is_box(box) for box in around)
    return cost + (_UNPACKING if packed else 0.0)


def _is_load(name: str, target: RemedyTarget, now: Situation) -> bool:
    """Whether a thing is in the machine that the blocked call is about, which works on it."""
    machines = (one for one in target.call.arguments if now.can(one, "toggleable"))
    return not set(now.related("inside", name)).isdisjoint(machines)


def _holders(name: str, now: Situation) -> set[str]:
    """What a thing is in or on."""
    return {*now.related("inside", name), *now.related("ontop", name)}


def _is_box(thing: SceneObject) -> bool:
    return named_class("closed_storage | container.n.01 | openable").contains(thing)


def _is_mounted(thing: SceneObject, now: Situation) -> bool:
    """Whether it is a machine with parts attached: these are taken off, and it stays."""
    return thing.can("toggleable") and any(
        thing.name in now.related("attached", one.name) for one in now.objects
    )


def _is_soiled(thing: SceneObject, now: Situation) -> bool:
    return bool(now.related("saturated", thing.name) or now.related("covered", thing.name))


def _is_shut_away(thing: SceneObject, target: RemedyTarget) -> bool:
    return thing.name in target.shut_away or named_class(_HARMFUL).contains(thing)


def _is_closed(place: SceneObject) -> bool:
    return named_class("closed_storage & openable").contains(place)
