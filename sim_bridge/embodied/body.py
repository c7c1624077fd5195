"""The body of a symbolic world: shows what holds, to five cameras."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from is_bench.facts import Atom
from is_bench.objects import ObjectTable
from is_bench.scenarios import Scene
from is_bench.views import NO_OBJECT, Image, Matrix, View, boxes_of
from sim_bridge.embodied.arrangement import Arrangement, arrange, frames_of
from sim_bridge.embodied.camera import AIMS, Camera, framed, intrinsics
from sim_bridge.embodied.compose import compose
from sim_bridge.embodied.geometry import Box, Vec
from sim_bridge.embodied.motion import MotionFrame, passage
from sim_bridge.embodied.render_thread import Drawing, RenderThread
from sim_bridge.embodied.robot import attended
from sim_bridge.embodied.room_model import RoomModel, grown, make_room_model

ROOM_ABOVE = 0.25
"""Framed above furniture, for what may come to stand on it, in meters."""


@dataclass(frozen=True)
class DrawnState:
    """A state of the world, as far as it can be drawn."""

    objects: ObjectTable
    """Those of the scene, and behind them those that have appeared."""
    facts: frozenset[Atom]
    """What holds."""
    acted: tuple[str, ...] = ()
    """What the robot has acted on, as its call names it."""


class Body:
    """The body of one scene; what it shows is all in an `Arrangement` and in facts."""

    def __init__(
        self, scene: Scene, facts: Iterable[Atom], render_thread: RenderThread, seed: int = 0
    ) -> None:
        """A body for `scene`, in which `facts` hold at first."""
        facts = frozenset(facts)
        self._render_thread = render_thread
        self.room = make_room_model(scene, facts, seed)
        self._latest = self.room
        self.cameras = self._cameras(arrange(self.room, facts))

    def arrange(
        self,
        facts: Iterable[Atom],
        before: Arrangement | None,
        objects: ObjectTable | None = None,
        acted: Sequence[str] = (),
    ) -> Arrangement:
        """Where everything is when `facts` hold, after `before`.

        `objects` are those that there are; None: those of the scene.  The robot has gone to what
        it `acted` on.
        """
        room, facts = self._room_with(objects), frozenset(facts)
        return attended(room, arrange(room, facts, before), before, facts, acted)

    def views(
        self,
        arrangement: Arrangement,
        facts: Iterable[Atom],
        objects: ObjectTable | None = None,
    ) -> tuple[View, ...]:
        """What each camera sees; raises RenderingUnavailableError where there is no OpenGL.

        Segmentation and boxes are drawn when they are asked for, and number `objects`.
        """
        room = self._room_with(objects)
        names = [thing.name for thing in room.scene.objects]
        numbers = {name: number for number, name in enumerate(names, start=1)}
        whole = compose(room, arrangement, facts)
        owners = tuple(numbers.get(owner, NO_OBJECT) for owner in whole.owners)
        drawing = Drawing(whole, owners)
        size = self._render_thread.size
        matrix = intrinsics(size.width, size.height)
        pictures = self._render_thread.pictures(drawing, self.cameras)
        return tuple(
            _SegmentedLater(camera, rgb, matrix, names, self._render_thread, drawing)
            for camera, rgb in zip(self.cameras, pictures, strict=True)
        )

    def between(
        self, before: Arrangement, then: DrawnState, now: Arrangement, end: DrawnState, camera: str
    ) -> list[MotionFrame]:
        """What a camera sees while `before`, in the state `then`, becomes `now`, in `end`.

        Raises RenderingUnavailableError where there is no OpenGL.
        """
        room = self._room_with(then.objects)
        aim = next(each for each in self.cameras if each.name == camera)
        found = []
        for state in passage(room, before, then.facts, now, end.acted):
            whole = compose(room, state.arrangement, then.facts)
            drawing = Drawing(whole, (NO_OBJECT,) * len(whole.parts))
            (picture,) = self._render_thread.pictures(drawing, [aim])
            found.append(MotionFrame(picture, state.seconds))
        return found

    def _room_with(self, objects: ObjectTable | None) -> RoomModel:
        """The room with whatever has appeared."""
        if objects is None or objects == self.room.scene.objects:
            return self.room
        if objects != self._latest.scene.objects:
            self._latest = grown(self.room, objects)
        return self._latest

    def _cameras(self, arrangement: Arrangement) -> tuple[Camera, ...]:
        """Cameras that have the room in view, and all that stands in it at first."""
        points: list[Vec] = []
        floor = self.room.layout.floor
        flat = Box(floor.lo, (floor.hi[0], floor.hi[1], 0.05))
        points += flat.corners()
        for zone in self.room.layout.zones.values():
            points += Box(zone.lo, (zone.hi[0], zone.hi[1], zone.hi[2] + ROOM_ABOVE)).corners()
        for name, frame in frames_of(self.room, arrangement).items():
            if name not in self.room.floors:
                points += frame.box(self.room.shapes[name].reach).corners()
        size = self._render_thread.size
        return tuple(framed(aim, points, size.width, size.height) for aim in AIMS)


class _SegmentedLater(View):
    """A view whose segmentation is drawn when asked for: it costs as much as the picture."""

    def __init__(
        self,
        camera: Camera,
        rgb: Image,
        matrix: Matrix,
        names: Sequence[str],
        render_thread: RenderThread,
        drawing: Drawing,
    ) -> None:
        keep = partial(object.__setattr__, self)  # it is frozen
        keep("name", camera.name)
        keep("rgb", rgb)
        keep("intrinsics", matrix)
        keep("pose", camera.pose)
        keep("_names", names)
        keep("_segment", partial(render_thread.segmentation, drawing, camera))

    def __getattr__(self, name: str) -> Any:
        """What is not there yet."""
        if name == "segmentation":
            found: Any = self._segment()
        elif name == "boxes":
            found = boxes_of(self.segmentation, self._names)
        else:
            raise AttributeError(name)
        object.__setattr__(self, name, found)
        return found
