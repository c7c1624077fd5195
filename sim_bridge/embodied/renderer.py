"""Pictures of the pool: colors and segmentation, with MuJoCo's own renderer, off screen.

OpenGL's shadows, reflections and multisampling are off: they cost twenty times the rest on a
machine without a graphics card.  Shadows are parts, and edges are smoothed afterwards.  A renderer
belongs to the thread that made it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt

from is_bench.views import Image, Segmentation
from sim_bridge.embodied.camera import Camera
from sim_bridge.embodied.pool import Pool
from sim_bridge.embodied.shape import EAST, GHOST, NORTH, WEST, Part
from sim_bridge.embodied.smoothing import smoothed
from sim_bridge.errors import RenderingUnavailableError

OWN_WALL = {"north": NORTH, "east": EAST, "west": WEST}
"""The wall that each camera looks through."""


class Renderer:
    """Draws parts as cameras see them."""

    def __init__(self, width: int, height: int, capacity: int = 1024) -> None:
        """Pictures of `width` x `height` pixels; raises RenderingUnavailableError."""
        self.width, self.height = width, height
        self._rect = mujoco.MjrRect(0, 0, width, height)
        self._context = _gl_context(width, height)
        self._context.make_current()
        self._option = mujoco.MjvOption()
        self._camera = mujoco.MjvCamera()
        self._owners: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._groups: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._load(capacity)

    def _load(self, capacity: int) -> None:
        self.pool = Pool(capacity)
        self._scene = mujoco.MjvScene(self.pool.model, maxgeom=capacity + 8)
        self._mjr = mujoco.MjrContext(self.pool.model, mujoco.mjtFontScale.mjFONTSCALE_100)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._mjr)
        for flag in (mujoco.mjtRndFlag.mjRND_SHADOW, mujoco.mjtRndFlag.mjRND_REFLECTION):
            self._scene.flags[flag] = 0

    def show(self, parts: Sequence[Part], groups: Sequence[int], owners: Sequence[int]) -> None:
        """Set what is there; `owners` are the numbers of the parts in segmentations."""
        self._context.make_current()
        if len(parts) > self.pool.capacity:
            self._load(2 * len(parts))
        for texture in self.pool.show(parts, groups):
            mujoco.mjr_uploadTexture(self.pool.model, self._mjr, texture)
        self._owners = np.array(owners, dtype=np.int32)
        self._groups = np.array(groups, dtype=np.int32)

    def picture(self, camera: Camera) -> Image:
        """What `camera` sees: (height, width, 3)."""
        self._update(camera, ghosts=True)
        return smoothed(self._read())

    def segmentation(self, camera: Camera) -> Segmentation:
        """Whose each pixel is: (height, width); light and steam hide nothing."""
        hidden = self._update(camera, ghosts=False)
        flags = self._scene.flags
        for flag in (mujoco.mjtRndFlag.mjRND_SEGMENT, mujoco.mjtRndFlag.mjRND_IDCOLOR):
            flags[flag] = 1
        codes = self._read().astype(np.int32)
        for flag in (mujoco.mjtRndFlag.mjRND_SEGMENT, mujoco.mjtRndFlag.mjRND_IDCOLOR):
            flags[flag] = 0
        # MuJoCo counts what it draws from 1, in the order of the pool.
        drawn = self._owners[~np.isin(self._groups, hidden)]
        table = np.concatenate([[0], drawn]).astype(np.int32)
        numbers: Segmentation = table[codes[..., 0] + 256 * codes[..., 1] + 65536 * codes[..., 2]]
        return numbers

    def close(self) -> None:
        """Free what the graphics library holds."""
        self._context.make_current()
        self._mjr.free()
        self._context.free()

    def _update(self, camera: Camera, *, ghosts: bool) -> list[int]:
        hidden = [OWN_WALL[camera.name]] if camera.name in OWN_WALL else []
        if not ghosts:
            hidden.append(GHOST)
        self._option.geomgroup[:] = 1
        self._option.geomgroup[hidden] = 0
        self._aim(camera)
        everything = mujoco.mjtCatBit.mjCAT_ALL
        mujoco.mjv_updateScene(
            self.pool.model,
            self.pool.data,
            self._option,
            None,
            self._camera,
            everything,
            self._scene,
        )
        return hidden

    def _aim(self, camera: Camera) -> None:
        view = self._camera
        view.type = mujoco.mjtCamera.mjCAMERA_FREE
        view.distance = 1.0
        view.lookat[:] = camera.position + camera.forward
        view.elevation = float(np.degrees(np.arcsin(np.clip(camera.forward[2], -1, 1))))
        flat = camera.forward if abs(camera.forward[2]) < 0.999 else camera.up
        view.azimuth = float(np.degrees(np.arctan2(flat[1], flat[0])))

    def _read(self) -> Image:
        self._context.make_current()
        mujoco.mjr_render(self._rect, self._scene, self._mjr)
        buffer = np.empty((self.height, self.width, 3), dtype=np.uint8)
        mujoco.mjr_readPixels(buffer, None, self._rect, self._mjr)
        return np.ascontiguousarray(buffer[::-1])


def _gl_context(width: int, height: int) -> Any:
    # MuJoCo's own choice on Linux is a window, which a server or a robot's computer cannot open.
    kind = os.environ.get("MUJOCO_GL") or ("egl" if sys.platform == "linux" else "")
    try:
        module = import_module(f"mujoco.{kind}") if kind in ("egl", "osmesa") else mujoco
        return module.GLContext(width, height)
    except Exception as error:
        raise RenderingUnavailableError(
            f"there is no OpenGL to render with (MUJOCO_GL={kind or 'unset'}: {error}); install a "
            "driver, on Debian: apt-get install libegl1 libgl1-mesa-dri; MUJOCO_GL=osmesa is "
            "another way (apt-get install libosmesa6)"
        ) from error
