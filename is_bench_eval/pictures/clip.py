"""An episode as an animated picture: a frame a step, with what was asked and what came of it."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from is_bench.evaluation import Status
from is_bench_eval.footage.recording import CAMERA
from is_bench_eval.footage.sight import Sight
from is_bench_eval.pictures.drawing import INK, Colour, captioned, picture_of
from is_planner_node.core.planner import LastStep

FRAME_MS = 1100
LAST_FRAME_MS = 3000
COLOURS: dict[Status | None, Colour] = {
    None: INK,
    Status.OK: (22, 110, 60),
    Status.FAILED: (178, 92, 0),
    Status.BLOCKED: (186, 26, 26),
}


class Film:
    """Draws an episode while it runs; a `Watch` of `run_episode`."""

    def __init__(self, title: str, camera: str = CAMERA) -> None:
        """`title` stands under the first picture; the others are those of `camera`."""
        self._title = title
        self._camera = camera
        self._frames: list[Image.Image] = []

    def __call__(self, sight: Sight) -> None:
        """Draw a moment.  Where nothing is rendered, nothing is drawn."""
        view = next((view for view in sight.look() if view.name == self._camera), None)
        if view is None:
            return
        last = sight.last
        status = None if last is None else last.status
        colour = COLOURS[status]
        lines = [
            (self._title if last is None else _step_line(len(self._frames), last), colour),
            ("" if last is None else last.message, colour),
        ]
        self._frames.append(captioned(picture_of(view), lines))

    def write(self, path: Path) -> None:
        """Write an animated GIF that repeats for ever and stays a while on its last frame."""
        if not self._frames:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        times = [FRAME_MS] * (len(self._frames) - 1) + [LAST_FRAME_MS]
        first, *more = (frame.quantize(128, dither=Image.Dither.NONE) for frame in self._frames)
        first.save(path, save_all=True, append_images=more, duration=times, loop=0)


def _step_line(number: int, step: LastStep) -> str:
    return f"{number}. {step.action}   {step.status.value}"
