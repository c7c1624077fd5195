"""The robot's two arms: at rest, or reaching for a point.

All in the robot's own frame, meters: its front is -y.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

from sim_bridge.embodied.geometry import Vec
from sim_bridge.embodied.part_builders import DARK, ORANGE, STEEL, ball
from sim_bridge.embodied.shape import ALWAYS, CAPSULE, LEFT, RIGHT, Color, Part

SHOULDERS: Mapping[str, Vec] = {LEFT: (0.13, 0.0, 0.78), RIGHT: (-0.13, 0.0, 0.78)}
HANDS: Mapping[str, Vec] = {LEFT: (0.12, -0.15, 0.655), RIGHT: (-0.12, -0.15, 0.655)}
"""Where the hands are at rest, under what they hold."""
LONGEST = 1.25
"""How far an arm extends from its shoulder."""
_SAG = 0.1
"""How far an elbow hangs below the line from shoulder to hand."""
_THICK, _THIN = 0.036, 0.028
_JAW = 0.016


def arm(side: str, hand: Vec, when: str = ALWAYS) -> tuple[Part, ...]:
    """The arm of a side with its hand at `hand`, or as near to it as the arm is long."""
    shoulder = SHOULDERS[side]
    hand = _within(shoulder, hand)
    out = 0.045 if side == LEFT else -0.045
    elbow = (
        (shoulder[0] + hand[0]) / 2 + out,
        (shoulder[1] + hand[1]) / 2,
        (shoulder[2] + hand[2]) / 2 - _SAG,
    )
    return (
        ball((0.05, 0.05, 0.05), DARK, shoulder, when=when),
        limb(shoulder, elbow, _THICK, ORANGE, when),
        ball((_THICK * 1.15,) * 3, DARK, elbow, when=when),
        limb(elbow, hand, _THIN, ORANGE, when),
        *_gripper(elbow, hand, when),
    )


def limb(start: Vec, end: Vec, radius: float, color: Color, when: str = ALWAYS) -> Part:
    """A rod with round ends from point to point."""
    length = max(dist(start, end), 1e-3)
    along = tuple((b - a) / length for a, b in zip(start, end, strict=True))
    middle = tuple((a + b) / 2 for a, b in zip(start, end, strict=True))
    half = (radius, radius, length / 2 + radius)
    return Part(CAPSULE, middle, half, color, when=when, along=along)  # type: ignore[arg-type]  # three of each


def _gripper(elbow: Vec, hand: Vec, when: str) -> tuple[Part, ...]:
    """Two fingers, apart, that point where the forearm does."""
    length = max(dist(elbow, hand), 1e-3)
    x, y, z = ((b - a) / length for a, b in zip(elbow, hand, strict=True))
    flat = max((x * x + y * y) ** 0.5, 1e-3)
    across = (-y / flat, x / flat)
    fingers = []
    for sign in (-1, 1):
        root = (hand[0] + sign * 0.03 * across[0], hand[1] + sign * 0.03 * across[1], hand[2])
        tip = (root[0] + 0.055 * x, root[1] + 0.055 * y, root[2] + 0.055 * z)
        fingers.append(limb(root, tip, _JAW, STEEL, when))
    return (ball((0.042, 0.042, 0.042), DARK, hand, when=when), *fingers)


def _within(shoulder: Vec, hand: Vec) -> Vec:
    """`hand`, or the point on the way to it that the arm reaches."""
    far = dist(shoulder, hand)
    share = min(1.0, LONGEST / far) if far else 1.0
    x, y, z = (a + (b - a) * share for a, b in zip(shoulder, hand, strict=True))
    return (x, y, z)
