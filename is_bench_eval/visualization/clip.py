"""An episode as an animated picture: what the robot does, and what was said to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np
from PIL import Image

from is_bench.evaluation import Status
from is_bench.views import Box, View
from is_bench_eval.episodes.footage import CAMERA, StepView
from is_bench_eval.visualization.captions import Caption, caption_of, under_way, with_event
from is_bench_eval.visualization.drawing import LARGE_BOX, picture_of
from is_bench_eval.visualization.frames import banner, frame
from sim_bridge.backends import EmbeddedSimulator, Simulator
from sim_bridge.embodied.motion import MotionFrame

Passage = Callable[[str], Sequence[MotionFrame]]
"""What a camera saw since the look before the last one."""

FRAME_MS = 1300
STOPPED_MS, EVENT_MS, LAST_FRAME_MS = 4200, 900, 3200
NOTHING: Mapping[int, str] = MappingProxyType({})
COARSE = 4
"""Colors this near to each other, of 0 to 255, count as one when a clip's 256 are chosen."""


def nothing_between(camera: str) -> Sequence[MotionFrame]:
    """The passage where there is none to be seen."""
    del camera
    return ()


def passage_of(simulator: Simulator) -> Passage:
    """The passage of a simulator that can show it."""
    return simulator.passage if isinstance(simulator, EmbeddedSimulator) else nothing_between


@dataclass(frozen=True)
class _ClipImage:
    picture: Image.Image
    caption: Caption
    ms: int
    step: int = -1
    """The index of the step that it shows the end of; -1: of none."""
    boxes: tuple[Box, ...] = ()


class ClipWriter:
    """Draws an episode while it runs; a `Watch` of `run_episode`."""

    def __init__(
        self, title: str, camera: str = CAMERA, passage: Passage = nothing_between
    ) -> None:
        """`title`, the instruction, stands under every picture of `camera`.

        `passage` shows what the robot did between two moments.
        """
        self._title = title
        self._camera = camera
        self._passage = passage
        self._images: list[_ClipImage] = []
        self._steps = 0

    def __call__(self, step_view: StepView) -> None:
        """Draw a moment.  Where nothing is rendered, nothing is drawn."""
        view = next((view for view in step_view.look() if view.name == self._camera), None)
        if view is None:
            return
        last = step_view.last
        self._steps += last is not None
        caption = caption_of(self._title, self._steps, last)
        if last is not None and last.status is not Status.BLOCKED:
            self._images += [
                _ClipImage(
                    Image.fromarray(seen.picture), under_way(caption), round(1000 * seen.seconds)
                )
                for seen in self._passage(self._camera)
            ]
        self._images.append(_end_of_step(view, caption, self._steps - 1))

    def write(self, path: Path, meanwhile: Mapping[int, str] = NOTHING) -> None:
        """Write an animated GIF that repeats for ever and stays a while on its last frame.

        `meanwhile` says what else happened in steps, by their index.
        """
        if not self._images:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        times = [image.ms + EVENT_MS * (image.step in meanwhile) for image in self._images]
        times[-1] = max(times[-1], LAST_FRAME_MS)
        frames = [
            frame(
                image.picture, with_event(image.caption, meanwhile.get(image.step, "")), image.boxes
            )
            for image in self._images
        ]
        first, *more = _with_one_palette(frames)
        first.save(path, save_all=True, append_images=more, duration=times, loop=0)


def _end_of_step(view: View, caption: Caption, step: int) -> _ClipImage:
    picture = picture_of(view)
    if caption.status is Status.BLOCKED:
        stopped = banner(picture, "STOPPED BY THE GUARD", Status.BLOCKED)
        return _ClipImage(stopped, caption, STOPPED_MS, step, _concerned(view, caption))
    if caption.ends and caption.status is Status.OK:
        return _ClipImage(banner(picture, "TASK ENDED", Status.OK), caption, LAST_FRAME_MS, step)
    return _ClipImage(picture, caption, FRAME_MS, step)


def _concerned(view: View, caption: Caption) -> tuple[Box, ...]:
    """The boxes of what a caption names, but for floors and lawns."""
    most = LARGE_BOX * view.width * view.height
    return tuple(
        box for box in view.boxes if box.name in caption.objects and box.width * box.height <= most
    )


def _with_one_palette(pictures: Sequence[Image.Image]) -> list[Image.Image]:
    """The pictures in the same colors, so that what does not change takes no room in a file."""
    seen = np.concatenate([np.asarray(picture)[::2, ::2].reshape(-1, 3) for picture in pictures])
    colors, counts = np.unique(seen // COARSE * COARSE + COARSE // 2, axis=0, return_counts=True)
    # Small things have few pixels and need their colors all the same.
    sample = np.repeat(colors, np.ceil(np.sqrt(counts)).astype(int), axis=0)
    palette = Image.fromarray(sample[None].astype(np.uint8)).quantize(256)
    return [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
