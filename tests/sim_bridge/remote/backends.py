"""Simulators for the tests of the server: some break on command, one makes pictures."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from is_bench.calls import SkillCall
from is_bench.scenarios import Scene
from is_bench.views import Pose, View, boxes_of
from is_bench.world import Outcome, Quirks
from sim_bridge.embodied.simulator import EmbeddedSimulator
from sim_bridge.errors import SimulatorUnavailable

CAMERAS = ("top", "north", "south", "east", "west")


class Breakable(EmbeddedSimulator):
    """The embedded simulator, with steps that break it."""

    def __init__(self, progress: Callable[[], None]) -> None:
        super().__init__()
        self._progress = progress

    def execute(self, call: SkillCall) -> Outcome:
        match (call.skill, *call.arguments):
            case ("EXIT",):
                print("the simulator says good-bye", flush=True)  # noqa: T201
                os._exit(3)
            case ("CRASH",):
                os.kill(os.getpid(), signal.SIGSEGV)
            case ("STOP",):
                os.kill(os.getpid(), signal.SIGSTOP)
            case ("HANG",):
                time.sleep(3600)
            case ("RAISE",):
                raise RuntimeError("something inside the simulator")
            case ("WORK", seconds):
                for _ in range(int(10 * float(seconds))):
                    time.sleep(0.1)
                    self._progress()
        return super().execute(call)


def breakable(options: Mapping[str, Any], progress: Callable[[], None]) -> Breakable:
    """A `Factory`."""
    del options
    return Breakable(progress)


def unavailable(options: Mapping[str, Any], progress: Callable[[], None]) -> Breakable:
    """A `Factory` of something that cannot run."""
    del options, progress
    raise SimulatorUnavailable("no graphics card")


class Pictures(EmbeddedSimulator):
    """The embedded simulator, with five cameras that see random patches of its objects."""

    def __init__(self, height: int, width: int, still: bool = False) -> None:
        super().__init__()
        self._still = still
        self._last: tuple[View, ...] = ()
        self._shape = height, width
        self._names: list[str] = []
        self._random = np.random.default_rng(0)

    def reset(self, scene: Scene, quirks: Quirks, seed: int) -> None:
        super().reset(scene, quirks, seed)
        self._names = [thing.name for thing in scene.objects]
        self._random = np.random.default_rng(seed)
        self._last = ()

    def observe(self) -> tuple[View, ...]:
        self._ready()
        if not (self._still and self._last):
            self._last = tuple(self._view(name) for name in CAMERAS)
        return self._last

    def _view(self, name: str) -> View:
        height, width = self._shape
        rgb = np.frombuffer(self._random.bytes(height * width * 3), dtype=np.uint8)
        small = self._random.integers(0, len(self._names) + 1, (height // 8, width // 8))
        numbers = small.astype(np.int32).repeat(8, axis=0).repeat(8, axis=1)
        return View(
            name,
            rgb.reshape(height, width, 3),
            numbers,
            boxes_of(numbers, self._names),
            np.array([[500.0, 0, width / 2], [0, 500.0, height / 2], [0, 0, 1]]),
            Pose((1.0, 2.0, 3.0), (0.0, 0.0, 0.0, 1.0)),
        )


def pictures(options: Mapping[str, Any], progress: Callable[[], None]) -> Pictures:
    """A `Factory`; the options are height, width, and whether the pictures are still."""
    del progress
    return Pictures(**options)
