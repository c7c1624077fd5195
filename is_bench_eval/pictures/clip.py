"""An episode as an animated picture: a frame a step, with what was asked and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from is_bench.evaluation import Status
from is_bench.views import View
from is_bench_eval.pictures.drawing import INK, Colour, captioned, picture_of

FRAME_MS = 1100
LAST_FRAME_MS = 3000
CAMERA = "south"
"""Of all sides, the one that rooms are furnished to be seen from."""
COLOURS: dict[Status | None, Colour] = {
    None: INK,
    Status.OK: (22, 110, 60),
    Status.FAILED: (178, 92, 0),
    Status.BLOCKED: (186, 26, 26),
}


@dataclass(frozen=True)
class Moment:
    """What is to be seen after one step; before the first, `action` is empty."""

    views: tuple[View, ...]
    action: str = ""
    status: Status | None = None
    message: str = ""
    """The error of a failed step, the guard's feedback on a blocked one."""


def frames(moments: Sequence[Moment], title: str, camera: str = CAMERA) -> list[Image.Image]:
    """A picture of each moment from one camera, under which is written what happened."""
    return [
        captioned(
            picture_of(next(view for view in moment.views if view.name == camera)),
            [
                (_step_line(number, moment, title), COLOURS[moment.status]),
                (moment.message, COLOURS[moment.status]),
            ],
        )
        for number, moment in enumerate(moments)
    ]


def write_clip(path: Path, pictures: Sequence[Image.Image]) -> None:
    """Write an animated GIF that repeats for ever and stays a while on its last frame."""
    times = [FRAME_MS] * (len(pictures) - 1) + [LAST_FRAME_MS]
    reduced = [picture.quantize(128, dither=Image.Dither.NONE) for picture in pictures]
    reduced[0].save(path, save_all=True, append_images=reduced[1:], duration=times, loop=0)


def _step_line(number: int, moment: Moment, title: str) -> str:
    if moment.status is None:
        return title
    return f"{number}. {moment.action}   {moment.status.value}"
