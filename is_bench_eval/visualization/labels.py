"""Where the names of boxes stand on a picture: near their boxes, and never on each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from is_bench.views import Box


@dataclass(frozen=True)
class Tag:
    """What is to be written beside a box."""

    box: Box
    width: int
    height: int


def shared(one: Box, other: Box) -> int:
    """How many pixels belong to both."""
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0, width) * max(0, height)


def is_within(one: Box, other: Box) -> bool:
    """Whether all of `one` is in `other`."""
    return shared(one, other) == _area(one)


def gap(one: Box, other: Box) -> int:
    """The rows and columns between the two."""
    across = max(one.left - other.right, other.left - one.right, 0)
    down = max(one.top - other.bottom, other.top - one.bottom, 0)
    return across + down


def laid_out(tags: Sequence[Tag], width: int, height: int) -> list[Box | None]:
    """A place for each tag on a picture of that size, in their order.

    No two places share a pixel.  None: there is no room left for a tag.  Small boxes choose first,
    and hide as little as can be of other boxes.
    """
    picture = Box("", 0, 0, width, height)
    boxes = [tag.box for tag in tags]
    placed: list[Box | None] = [None] * len(tags)
    order = sorted(range(len(tags)), key=lambda index: (_area(boxes[index]), index))
    for index in order:
        taken = [place for place in placed if place is not None]
        placed[index] = _place(tags[index], picture, taken, boxes)
    return placed


def _place(tag: Tag, picture: Box, taken: Sequence[Box], boxes: Sequence[Box]) -> Box | None:
    for spots in (_beside(tag), _elsewhere(tag, picture)):
        free = [
            spot
            for spot in spots
            if is_within(spot, picture) and not any(shared(spot, other) for other in taken)
        ]
        if free:
            return min(free, key=lambda spot: _cost(spot, tag, boxes))
    return None


def _cost(spot: Box, tag: Tag, boxes: Sequence[Box]) -> float:
    """How much of small boxes a label hides, in shares of them, and how far it is from its own."""
    hidden = sum(shared(spot, box) / max(1, _area(box)) for box in boxes)
    return hidden + 0.02 * gap(spot, tag.box)


def _beside(tag: Tag) -> Iterator[Box]:
    """Above, below, at the sides of the box, and inside of it; the usual places first."""
    box = tag.box
    columns = (box.left, box.right - tag.width, (box.left + box.right - tag.width) // 2)
    for top in (box.top - tag.height, box.bottom):
        for left in columns:
            yield _at(left, top, tag)
    for left in (box.right, box.left - tag.width):
        for top in (box.top, box.bottom - tag.height):
            yield _at(left, top, tag)
    for top in (box.top, box.bottom - tag.height):
        yield _at(box.left, top, tag)


def _elsewhere(tag: Tag, picture: Box) -> Iterator[Box]:
    """All over the picture."""
    for top in range(0, picture.height - tag.height + 1, max(1, tag.height // 2)):
        for left in range(0, picture.width - tag.width + 1, max(4, tag.width // 4)):
            yield _at(left, top, tag)


def _at(left: int, top: int, tag: Tag) -> Box:
    return Box(tag.box.name, left, top, left + tag.width, top + tag.height)


def _area(box: Box) -> int:
    return box.width * box.height
