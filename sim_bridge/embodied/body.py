"""The body of a symbolic world: shows what holds, to five cameras."""

from __future__ import annotations

from collections.abc import Iterable

from is_bench.facts import Atom
from is_bench.scenarios import Scene
from is_bench.views import NO_OBJECT, View, boxes_of
from sim_bridge.embodied.arrangement import Arrangement, arrange, frames_of
from sim_bridge.embodied.camera import AIMS, Camera, framed, intrinsics
from sim_bridge.embodied.compose import compose
from sim_bridge.embodied.geometry import Box, Vec
from sim_bridge.embodied.renderer import Renderer
from sim_bridge.embodied.stage import Stage, make_stage

ROOM_ABOVE = 0.25
"""Framed above furniture, for what may come to stand on it, in metres."""


class Body:
    """One scene's body.  `show` what holds, then look at `views`."""

    def __init__(
        self, scene: Scene, facts: Iterable[Atom], renderer: Renderer, seed: int = 0
    ) -> None:
        """A body for `scene` in which `facts` hold at first; `renderer` may serve many bodies."""
        facts = frozenset(facts)
        self.stage: Stage = make_stage(scene, facts, seed)
        self.arrangement: Arrangement = arrange(self.stage, facts)
        self._names = [thing.name for thing in scene.objects]
        self._numbers = {name: number for number, name in enumerate(self._names, start=1)}
        self._renderer = renderer
        self.cameras = self._cameras()
        self._show(facts)

    def show(self, facts: Iterable[Atom], arrangement: Arrangement | None = None) -> None:
        """Show the moment in which `facts` hold, after the present one or as `arrangement` says."""
        facts = frozenset(facts)
        self.arrangement = arrangement or arrange(self.stage, facts, self.arrangement)
        self._show(facts)

    def views(self) -> tuple[View, ...]:
        """What each camera sees now."""
        return tuple(self._view(camera) for camera in self.cameras)

    def _view(self, camera: Camera) -> View:
        renderer = self._renderer
        segmentation = renderer.segmentation(camera)
        return View(
            camera.name,
            renderer.picture(camera),
            segmentation,
            boxes_of(segmentation, self._names),
            intrinsics(renderer.width, renderer.height),
            camera.pose,
        )

    def _show(self, facts: frozenset[Atom]) -> None:
        whole = compose(self.stage, self.arrangement, facts)
        owners = [self._numbers.get(owner, NO_OBJECT) for owner in whole.owners]
        self._renderer.show(whole.parts, whole.groups, owners)

    def _cameras(self) -> tuple[Camera, ...]:
        points: list[Vec] = []
        floor = self.stage.layout.floor
        flat = Box(floor.lo, (floor.hi[0], floor.hi[1], 0.05))
        points += flat.corners()
        for zone in self.stage.layout.zones.values():
            points += Box(zone.lo, (zone.hi[0], zone.hi[1], zone.hi[2] + ROOM_ABOVE)).corners()
        for name, frame in frames_of(self.stage, self.arrangement).items():
            if name not in self.stage.floors:
                points += frame.box(self.stage.shapes[name].reach).corners()
        size = self._renderer.width, self._renderer.height
        return tuple(framed(aim, points, *size) for aim in AIMS)
