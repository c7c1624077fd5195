"""Whether two OpenGL drivers draw the same pictures, and how fast each is.

Usage: python benchmarks/opengl_agreement.py FILE [--against OTHER_FILE]

Draws the first state of some bundled scenarios and writes pictures and segmentations to FILE, a
numpy archive.  `--against` compares with a file of another driver.  The driver is chosen by
MUJOCO_GL (egl, osmesa), for egl by __EGL_VENDOR_LIBRARY_FILENAMES, and within Mesa by
GALLIUM_DRIVER (llvmpipe, softpipe).
"""

from __future__ import annotations

import argparse
import os
import time
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

os.environ.setdefault("MUJOCO_GL", "egl")

import numpy as np
import numpy.typing as npt

from is_bench.scenarios import load_dataset
from is_bench.world import RELEASED
from sim_bridge.backends import EmbeddedSimulator
from sim_bridge.embodied.render_thread import ImageSize, RenderThread
from sim_bridge.embodied.renderer import Renderer

SCENARIOS = 8
ROUNDS = 5
"""Observations of each scenario; the first warms up."""
APART = 32
"""Difference of a color channel, 0 to 255, that an eye sees."""
EDGE = 1
"""Pixels from an edge of a segmentation within which drivers may round differently."""

Pictures = dict[str, npt.NDArray[Any]]


def driver() -> str:
    """The name that the OpenGL driver gives itself."""
    with closing(Renderer(64, 64)):
        gl: Any = import_module("OpenGL.GL")  # the renderer has set its platform
        return f"{gl.glGetString(gl.GL_RENDERER).decode()} (MUJOCO_GL={os.environ['MUJOCO_GL']})"


def draw() -> tuple[Pictures, float, float]:
    """Pictures and segmentations by name, and the frames per second of both.

    The first rate is that of pictures alone, the second that of pictures with segmentation.
    """
    found: Pictures = {}
    seconds, seconds_all, frames = 0.0, 0.0, 0
    with (
        closing(RenderThread(ImageSize())) as render_thread,
        closing(EmbeddedSimulator(render_thread)) as simulator,
    ):
        for scenario in list(load_dataset(None))[:SCENARIOS]:
            simulator.reset(scenario.scene, RELEASED, 0)
            for number in range(ROUNDS):
                began = time.perf_counter()
                views = simulator.observe()
                drawn = time.perf_counter()
                segmented = [view.segmentation for view in views]
                if number:
                    seconds += drawn - began
                    seconds_all += time.perf_counter() - began
                    frames += len(views)
            for view, numbers in zip(views, segmented, strict=True):
                found[f"{scenario.name}/{view.name}/rgb"] = view.rgb
                found[f"{scenario.name}/{view.name}/objects"] = numbers
    return found, frames / seconds, frames / seconds_all


def inner(numbers: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """The pixels further than EDGE from any edge of a segmentation (height, width)."""
    padded = np.pad(numbers, EDGE, mode="edge")
    height, width = numbers.shape
    same = np.ones(numbers.shape, dtype=bool)
    for down in range(2 * EDGE + 1):
        for right in range(2 * EDGE + 1):
            same &= padded[down : down + height, right : right + width] == numbers
    return same


def compare(one: Pictures, other: Pictures) -> str:
    """The differences, in words."""
    means, apart, changed, inside, pixels = [], 0, 0, 0, 0
    for name, drawn in one.items():
        if name.endswith("/rgb"):
            difference = np.abs(drawn.astype(np.int16) - other[name])
            means.append(float(difference.mean()))
            apart += int((difference.max(axis=2) > APART).sum())
        else:
            differs = drawn != other[name]
            changed += int(differs.sum())
            inside += int((differs & inner(drawn) & inner(other[name])).sum())
            pixels += drawn.size
    return (
        f"{len(means)} views: mean absolute difference {np.mean(means):.4f} of 255, worst view "
        f"{max(means):.4f}; {apart / pixels:.4%} of the pixels differ by more than {APART}\n"
        f"segmentation: {changed / pixels:.4%} of the pixels differ, {inside} of {pixels} away "
        "from an edge"
    )


def main() -> None:
    """Draw, print the rates, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--against", type=Path)
    given = parser.parse_args()
    print(driver())
    drawn, pictures_rate, all_rate = draw()
    print(f"{pictures_rate:.1f} frames/s, with segmentation {all_rate:.1f}")
    np.savez_compressed(given.file, allow_pickle=False, **drawn)
    if given.against is not None:
        with np.load(given.against) as other:
            print(compare(drawn, dict(other)))


if __name__ == "__main__":
    main()
