"""Where pictures are made: one thread of its own, in which all of OpenGL happens.

OpenGL belongs to a thread.  Here it has one, so that simulators may be used from any, and many of
them share one renderer.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from is_bench.errors import InputError
from is_bench.views import Image, Segmentation
from sim_bridge.embodied.camera import MOST_PIXELS, Camera
from sim_bridge.embodied.compose import Composition

if TYPE_CHECKING:
    from sim_bridge.embodied.renderer import Renderer


@dataclass(frozen=True)
class ImageSize:
    """In pixels."""

    width: int = 640
    height: int = 480

    def __post_init__(self) -> None:
        """Raises InputError for a size that cannot be rendered."""
        for side, pixels, most in zip(
            ("width", "height"), (self.width, self.height), MOST_PIXELS, strict=True
        ):
            if not 16 <= pixels <= most:
                raise InputError(f"pictures of {side} {pixels}: choose one from 16 to {most}")


@dataclass(frozen=True, eq=False)
class Drawing:
    """A world to be drawn."""

    whole: Composition
    owners: tuple[int, ...]
    """The numbers of its parts in segmentations."""


class RenderThread:
    """Draws what bodies look like; serves many threads, one after the other."""

    def __init__(self, size: ImageSize | None = None) -> None:
        """Nothing is started before the first picture."""
        self.size = size or ImageSize()
        self._thread = ThreadPoolExecutor(1, "pictures")
        self._renderer: Renderer | None = None
        self._shown: Drawing | None = None

    def pictures(self, drawing: Drawing, cameras: Sequence[Camera]) -> list[Image]:
        """What each camera sees; raises RenderingUnavailableError where there is no OpenGL."""
        return self._thread.submit(self._pictures, drawing, cameras).result()

    def segmentation(self, drawing: Drawing, camera: Camera) -> Segmentation:
        """Whose the pixels of a camera's picture are; raises RenderingUnavailableError."""
        return self._thread.submit(self._segmentation, drawing, camera).result()

    def close(self) -> None:
        """Free what the graphics library holds."""
        self._thread.submit(self._free).result()
        self._thread.shutdown()

    def _pictures(self, drawing: Drawing, cameras: Sequence[Camera]) -> list[Image]:
        renderer = self._showing(drawing)
        return [renderer.picture(camera) for camera in cameras]

    def _segmentation(self, drawing: Drawing, camera: Camera) -> Segmentation:
        return self._showing(drawing).segmentation(camera)

    def _showing(self, drawing: Drawing) -> Renderer:
        if self._renderer is None:
            self._renderer = _renderer(self.size)
        if self._shown is not drawing:
            self._renderer.show(drawing.whole.parts, drawing.whole.groups, drawing.owners)
            self._shown = drawing
        return self._renderer

    def _free(self) -> None:
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = self._shown = None


def _renderer(size: ImageSize) -> Renderer:
    from sim_bridge.embodied.renderer import Renderer  # slow: MuJoCo

    return Renderer(size.width, size.height)
