from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from is_bench.evaluation import Status
from is_bench.views import Pose, View, boxes_of
from is_bench_eval.episodes.footage import CAMERA, StepView
from is_bench_eval.visualization.clip import LAST_FRAME_MS, STOPPED_MS, ClipWriter
from is_bench_eval.visualization.frames import COLORS
from is_planner_node.core.planner import LastStep
from sim_bridge.embodied.motion import MotionFrame

WIDTH, HEIGHT = 320, 240
APPLE = "apple.n.01_1"


def view(shade: int) -> View:
    numbers: npt.NDArray[np.int32] = np.zeros((HEIGHT, WIDTH), dtype=np.int32)
    numbers[100:140, 60:120] = 1
    rgb = np.full((HEIGHT, WIDTH, 3), shade, dtype=np.uint8)
    boxes = boxes_of(numbers, [APPLE])
    return View(CAMERA, rgb, numbers, boxes, np.eye(3), Pose((0, 0, 0), (0, 0, 0, 1)))


def step_view(shade: int, last: LastStep | None = None) -> StepView:
    return StepView(lambda: (view(shade),), last)


def step(number: int, status: Status, text: str = f"PICK({APPLE})", why: str = "") -> LastStep:
    return LastStep(number, text, status, why)


def frames(path: Path) -> tuple[list[Image.Image], list[int]]:
    found, times = [], []
    with Image.open(path) as clip:
        for number in range(getattr(clip, "n_frames", 1)):
            clip.seek(number)
            found.append(clip.convert("RGB"))
            times.append(clip.info["duration"])
    return found, times


def share_of(picture: Image.Image, status: Status) -> float:
    far = np.abs(np.asarray(picture).astype(int) - COLORS[status]).max(axis=2)
    return float((far < 12).mean())


def clip_writer(*, passing: Sequence[MotionFrame] = ()) -> ClipWriter:
    writer = ClipWriter("Fetch the apple.", passage=lambda _: passing)
    writer(step_view(40))
    writer(step_view(80, step(0, Status.OK)))
    writer(step_view(80, step(1, Status.BLOCKED, why="It is hot.")))
    writer(step_view(120, step(2, Status.OK, "DONE")))
    return writer


def test_a_clip_shows_the_start_every_step_and_what_is_between(tmp_path: Path) -> None:
    passing = [
        MotionFrame(np.full((HEIGHT, WIDTH, 3), shade, dtype=np.uint8), 0.25) for shade in (50, 60)
    ]
    clip_writer(passing=passing).write(tmp_path / "clip.gif")
    found, times = frames(tmp_path / "clip.gif")
    assert len(found) == 4 + 2 * 2  # a step that was stopped has nothing in between
    assert times.count(250) == 4
    assert times.count(STOPPED_MS) == 1
    assert times[-1] == LAST_FRAME_MS
    assert len({picture.size for picture in found}) == 1


def test_what_the_guard_stops_is_red_and_the_end_is_green(tmp_path: Path) -> None:
    clip_writer().write(tmp_path / "clip.gif")
    found, _ = frames(tmp_path / "clip.gif")
    red = [share_of(picture, Status.BLOCKED) for picture in found]
    green = [share_of(picture, Status.OK) for picture in found]
    assert red[2] > 0.05
    assert max(red[:2] + red[3:]) < 0.01
    assert green[3] > 0.05


def test_the_thing_that_was_stopped_is_outlined(tmp_path: Path) -> None:
    clip_writer().write(tmp_path / "clip.gif")
    found, _ = frames(tmp_path / "clip.gif")
    assert np.abs(np.array(found[2].getpixel((59, 120))) - COLORS[Status.BLOCKED]).max() < 12
    assert np.abs(np.array(found[1].getpixel((59, 120))) - COLORS[Status.BLOCKED]).max() > 12


def test_what_happens_meanwhile_stands_in_the_caption_and_stays_longer(tmp_path: Path) -> None:
    clip_writer().write(tmp_path / "plain.gif")
    clip_writer().write(tmp_path / "event.gif", {0: "Meanwhile: cat jumps up."})
    (plain, short), (event, long) = (frames(tmp_path / f"{n}.gif") for n in ("plain", "event"))
    assert long[1] > short[1]
    caption = (0, HEIGHT, WIDTH, plain[1].height)
    assert plain[1].crop(caption).tobytes() != event[1].crop(caption).tobytes()


def test_where_nothing_is_rendered_nothing_is_written(tmp_path: Path) -> None:
    writer = ClipWriter("Do it.")
    writer(StepView())
    writer.write(tmp_path / "clip.gif")
    assert not (tmp_path / "clip.gif").exists()
