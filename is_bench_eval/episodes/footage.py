"""What there is to be seen of an episode while it runs, and gathering it for reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Protocol

from PIL import Image

from is_bench.verdict import Obligation
from is_bench.views import Image as Pixels
from is_bench.views import View
from is_planner_node.core.conversation import Exchange, RecordingModel
from is_planner_node.core.planner import LastStep

CAMERA = "south"
"""Of all sides, the one that rooms are furnished to be seen from."""
WIDTH, SMALL_WIDTH = 640, 240
"""Of a picture, and of each camera on a strip, in pixels."""
QUALITY = 65
"""Of WebP, 0 to 100: an episode of ten pictures takes some 80 kB."""
METHOD = 2
"""Of WebP, 0 (fast) to 6 (small)."""


@dataclass(frozen=True)
class StepView:
    """A moment: the start of an episode, or the end of a step."""

    look: Callable[[], tuple[View, ...]] = tuple
    """Renders what the cameras see; nothing where nothing is rendered."""
    last: LastStep | None = None
    """The step that has ended; None at the start."""
    due: tuple[Obligation, ...] = ()
    """What the guard wants done before the task may end."""


Watch = Callable[[StepView], None]
"""Is called at the start and after every step."""


@dataclass(frozen=True)
class Footage:
    """What reports show of an episode beside its results, by moment: the start, then each step."""

    pictures: tuple[bytes, ...] = ()
    """WebP; none where nothing was rendered."""
    strips: tuple[bytes, ...] = ()
    """The other cameras beside each other, for a model that sees them all; else none."""
    cameras: tuple[str, ...] = ()
    """Of the picture, and of the strip from left to right."""
    due: tuple[tuple[Obligation, ...], ...] = ()
    """What the guard wanted done before the task may end."""
    talk: tuple[Exchange, ...] = ()
    """What was said between the planner and its language model."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return not (self.pictures or self.talk or any(self.due))


class CameraImage(Protocol):
    """A picture of one camera, such as a View."""

    @property
    def name(self) -> str:
        """The camera."""
        ...

    @property
    def rgb(self) -> Pixels:
        """The pixels, of shape (height, width, 3)."""
        ...


class EncodedImages:
    """The pictures of one episode, encoded for reports."""

    def __init__(self, *, strips: bool) -> None:
        """With `strips`, the other cameras are kept beside the main one."""
        self._with_strips = strips
        self.pictures: list[bytes] = []
        self.strips: list[bytes] = []
        self.cameras: tuple[str, ...] = ()
        """Of the picture, and of the strip from left to right."""

    def add(self, images: Sequence[CameraImage]) -> None:
        """Add a moment that `images` show; at least one."""
        main = next((image for image in images if image.name == CAMERA), images[0])
        others = [image for image in images if image is not main] if self._with_strips else []
        self.cameras = (main.name, *(image.name for image in others))
        self.pictures.append(_webp(_fitted(main, WIDTH)))
        if others:
            self.strips.append(_webp(_strip(others)))

    def repeat(self) -> None:
        """Add a moment that looks like the previous one."""
        self.pictures += self.pictures[-1:]
        self.strips += self.strips[-1:]


class FootageRecorder:
    """Records one episode; a `Watch`."""

    def __init__(self, model: RecordingModel | None = None, *, pictures: bool = True) -> None:
        """`model` is the planner's, if it has one; without `pictures` nothing is rendered."""
        self._model = model
        self._looks = pictures
        self._encoded = EncodedImages(strips=model is not None)
        self._due: list[tuple[Obligation, ...]] = []

    def __call__(self, step_view: StepView) -> None:
        """Take in a moment."""
        if self._model is not None:
            self._model.moment = len(self._due)
        self._due.append(step_view.due)
        views = step_view.look() if self._looks else ()
        if views:
            self._encoded.add(views)

    def footage(self) -> Footage:
        """All of it, after the episode."""
        return Footage(
            tuple(self._encoded.pictures),
            tuple(self._encoded.strips),
            self._encoded.cameras,
            tuple(self._due),
            () if self._model is None else tuple(self._model.exchanges),
        )


def _fitted(view: CameraImage, width: int) -> Image.Image:
    picture = Image.fromarray(view.rgb)
    if picture.width <= width:
        return picture
    height = max(1, round(picture.height * width / picture.width))
    return picture.resize((width, height), Image.Resampling.BILINEAR)


def _strip(views: Sequence[CameraImage]) -> Image.Image:
    pictures = [_fitted(view, SMALL_WIDTH) for view in views]
    size = sum(each.width for each in pictures), max(each.height for each in pictures)
    whole = Image.new("RGB", size)
    left = 0
    for picture in pictures:
        whole.paste(picture, (left, 0))
        left += picture.width
    return whole


def _webp(picture: Image.Image) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, "WEBP", quality=QUALITY, method=METHOD)
    return buffer.getvalue()
