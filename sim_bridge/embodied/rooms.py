"""What the kinds of rooms look like."""

from __future__ import annotations

from dataclasses import dataclass

from sim_bridge.embodied.shape import Color


@dataclass(frozen=True)
class RoomStyle:
    """The look of a room."""

    floor: Color
    seam: Color
    """The color of the lines between tiles or planks."""
    tile: tuple[float, float]
    """The size of a tile or plank in meters."""
    wall: Color
    wall_height: float = 1.6


STYLES = {
    "kitchen": RoomStyle(
        (0.86, 0.82, 0.74, 1), (0.72, 0.67, 0.58, 1), (0.5, 0.5), (0.96, 0.93, 0.84, 1)
    ),
    "living_room": RoomStyle(
        (0.74, 0.56, 0.38, 1), (0.60, 0.43, 0.28, 1), (1.2, 0.2), (0.88, 0.91, 0.86, 1)
    ),
    "bedroom": RoomStyle(
        (0.78, 0.62, 0.46, 1), (0.65, 0.49, 0.34, 1), (1.2, 0.2), (0.87, 0.88, 0.95, 1)
    ),
    "bathroom": RoomStyle(
        (0.80, 0.87, 0.90, 1), (0.62, 0.72, 0.78, 1), (0.3, 0.3), (0.88, 0.95, 0.97, 1)
    ),
    "utility_room": RoomStyle(
        (0.72, 0.72, 0.70, 1), (0.60, 0.60, 0.58, 1), (0.6, 0.6), (0.92, 0.92, 0.88, 1)
    ),
    "garage": RoomStyle(
        (0.62, 0.62, 0.62, 1), (0.52, 0.52, 0.52, 1), (1.0, 1.0), (0.86, 0.86, 0.84, 1)
    ),
    "garden": RoomStyle(
        (0.58, 0.66, 0.42, 1), (0.52, 0.60, 0.36, 1), (0.7, 0.7), (0.40, 0.56, 0.34, 1), 0.5
    ),
}
"""By the room's name; others are furnished like OTHER."""
OTHER = RoomStyle((0.80, 0.76, 0.70, 1), (0.68, 0.64, 0.58, 1), (0.6, 0.6), (0.93, 0.92, 0.90, 1))


def style_of(room: str) -> RoomStyle:
    """The style of a room by its name, such as "kitchen" or "kitchen_0"."""
    for name in (room, room.rstrip("0123456789_")):
        if name in STYLES:
            return STYLES[name]
    return OTHER
