"""Where the names of boxes stand on a picture: near their boxes, and never on each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Rectangle:
    """In pixels; right and bottom are the first that do not belong to it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """How many columns."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """How many rows."""
        return self.bottom - self.top

    def shared(self, other: Rectangle) -> int:
        """How many pixels belong to both."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0, width) * max(0, height)

    def within(self, other: Rectangle) -> bool:
        """Whether all of it is in `other`."""
        return self.shared(other) == self.width * self.height

    def gap(self, other: Rectangle) -> int:
        """The rows and columns between the two."""
        across = max(self.left - other.right, other.left - self.right, 0)
        down = max(self.top - other.bottom, other.top - self.bottom, 0)
        return across + down


@dataclass(frozen=True)
class Tag:
    """What is to be written beside a box."""

    box: Rectangle
    width: int
    height: int


def laid_out(tags: Sequence[Tag], width: int, height: int) -> list[Rectangle | None]:
    """A place for each tag on a picture of that size, in their order.

    No two places share a pixel.  None: there is no room left for a tag.  Small boxes choose first,
    and hide as little as can be of other boxes.
    """
    picture = Rectangle(0, 0, width, height)
    boxes = [tag.box for tag in tags]
    placed: list[Rectangle | None] = [None] * len(tags)
    order = sorted(range(len(tags)), key=lambda index: (_area(boxes[index]), index))
    for index in order:
        taken = [place for place in placed if place is not None]
        placed[index] = _place(tags[index], picture, taken, boxes)
    return placed


def _place(
    tag: Tag, picture: Rectangle, taken: Sequence[Rectangle], boxes: Sequence[Rectangle]
) -> Rectangle | None:
    for spots in (_beside(tag), _elsewhere(tag, picture)):
        free = [
            spot
            for spot in spots
            if spot.within(picture) and not any(spot.shared(other) for other in taken)
        ]
        if free:
            return min(free, key=lambda spot: _cost(spot, tag, boxes))
    return None


def _cost(spot: Rectangle, tag: Tag, boxes: Sequence[Rectangle]) -> float:
    """How much of small boxes a label hides, in shares of them, and how far it is from its own."""
    hidden = sum(spot.shared(box) / max(1, _area(box)) for box in boxes)
    return hidden + 0.02 * spot.gap(tag.box)


def _beside(tag: Tag) -> Iterator[Rectangle]:
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


def _elsewhere(tag: Tag, picture: Rectangle) -> Iterator[Rectangle]:
    """All over the picture."""
    for top in range(0, picture.height - tag.height + 1, max(1, tag.height // 2)):
        for left in range(0, picture.width - tag.width + 1, max(4, tag.width // 4)):
            yield _at(left, top, tag)


def _at(left: int, top: int, tag: Tag) -> Rectangle:
    return Rectangle(left, top, left + tag.width, top + tag.height)


def _area(box: Rectangle) -> int:
    return box.width * box.height
