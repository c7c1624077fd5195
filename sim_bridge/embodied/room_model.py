"""A scene's room and shapes: whatever stays the same in an episode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from is_bench.facts import Atom
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of
from is_bench.scenarios import Scene
from sim_bridge.embodied.catalogue import shape_of
from sim_bridge.embodied.geometry import Box, Frame
from sim_bridge.embodied.layout import Layout, lay_out
from sim_bridge.embodied.regions import Regions, regions_of
from sim_bridge.embodied.resting import gone, rests
from sim_bridge.embodied.shape import BOX, Part, Shape

FLOOR_CLASS = "floor"
ROOM = ""
"""The floor of the room, where the scene has no object for it."""
ROBOT_ROOM = 0.75
"""The side of the square of floor that the robot needs."""


@dataclass(frozen=True)
class RoomModel:
    """The room of a scene, with the shape of everything in it."""

    scene: Scene
    """With all objects that there are by now."""
    seed: int
    layout: Layout
    shapes: Mapping[str, Shape]
    """Of every solid object but the floor."""
    tipped: Mapping[str, Shape]
    """Of what can be set up on end, that way."""
    regions: Mapping[str, Regions]
    """What each solid object offers, the floors too."""
    fixtures: Mapping[str, Frame]
    """The furniture: what the facts put nowhere."""
    floors: tuple[str, ...]
    """The objects that are the floor, ROOM behind them."""

    def shape(self, name: str, *, tipped: bool = False) -> Shape:
        """The shape of an object."""
        return self.tipped[name] if tipped and name in self.tipped else self.shapes[name]


def make_room_model(scene: Scene, facts: frozenset[Atom], seed: int) -> RoomModel:
    """Furnish the room of `scene`; `facts` are those of the start."""
    things = [thing for thing in scene.objects if not thing.matter.is_substance]
    floors = tuple(thing.name for thing in things if class_of(thing.name) == FLOOR_CLASS)
    solid = [thing for thing in things if thing.name not in floors]
    shapes = {thing.name: shape_of(thing) for thing in solid}
    placed = rests(facts, scene.objects, scene.domain)
    waiting = gone(facts)
    furniture = {
        thing.name: shapes[thing.name]
        for thing in solid
        if thing.name not in placed
        and thing.name not in waiting
        and thing.matter is not Matter.AGENT
    }
    on_floor = [shapes[name] for name, rest in placed.items() if rest.support in floors]
    layout = lay_out(furniture, _side(on_floor), f"{scene.name}/{seed}")
    bare = RoomModel(scene, seed, layout, {}, {}, {}, layout.frames, (*floors, ROOM))
    flat = regions_of(_slab(layout.floor), vessel=False, floor=floor_region(layout.floor))
    return _furnished(replace(bare, regions=dict.fromkeys(bare.floors, flat)), solid)


def grown(room: RoomModel, objects: ObjectTable) -> RoomModel:
    """`room` with the things of `objects` that have appeared since it was made."""
    new = [
        thing
        for thing in objects
        if not thing.matter.is_substance and thing.name not in room.regions
    ]
    return _furnished(replace(room, scene=replace(room.scene, objects=objects)), new)


def _furnished(room: RoomModel, things: Sequence[SceneObject]) -> RoomModel:
    shapes = {thing.name: shape_of(thing) for thing in things}
    return replace(
        room,
        shapes={**room.shapes, **shapes},
        tipped={
            **room.tipped,
            **{name: shape.tipped() for name, shape in shapes.items() if shape.tippable},
        },
        regions={
            **room.regions,
            **{
                thing.name: regions_of(shapes[thing.name], vessel=_is_vessel(thing))
                for thing in things
            },
        },
    )


def _is_vessel(thing: SceneObject) -> bool:
    return thing.can("fillable") and not thing.can("openable")


def _side(shapes: list[Shape]) -> float:
    """The side of a square of floor for the robot and for what lies about."""
    area = ROBOT_ROOM**2
    longest = 0.0
    for shape in shapes:
        w, d, _ = shape.reach.size
        area += (w + 0.4) * (d + 0.4)
        longest = max(longest, w, d)
    return float(max(area**0.5, longest + 0.2, 1.0))


def floor_region(floor: Box) -> Box:
    """Where on the floor things can stand: not quite to the walls."""
    (x0, y0, _), (x1, y1, z1) = floor.lo, floor.hi
    return Box((x0 + 0.08, y0 + 0.08, 0.0), (x1 - 0.08, y1 - 0.05, z1))


def _slab(floor: Box) -> Shape:
    w, d, _ = floor.size
    return Shape(
        (Part(BOX, (0, 0, -0.02), (w / 2, d / 2, 0.02), (0.8, 0.8, 0.8, 1)),), mount="ground"
    )
