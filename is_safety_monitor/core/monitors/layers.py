"""Layers of conditions: how those of an `and` or `or` follow from those of its parts.

`Layers` of `monitors/conditions.py` gives their meaning.
"""

from __future__ import annotations

from collections.abc import Sequence

LayerSizes = tuple[tuple[int, ...], ...]
"""Of each layer, the numbers of parts of its nodes; none for a literal."""
Opened = tuple[LayerSizes, int]
"""Layers, and how many nodes are on top of them."""


def opened(layers: LayerSizes, *, all_of: bool) -> Opened:
    """The layers below the last one if that is an `and`, or else an `or`; what is on top."""
    if layers and _is_and(len(layers)) is all_of:
        return layers[:-1], layers[-1][0]
    return layers, 1


def joined(parts: Sequence[Opened], *, all_of: bool) -> LayerSizes:
    """The layers of an `and` or `or` over the top nodes of its parts."""
    height = max(len(layers) for layers, _ in parts)
    height += _is_and(height + 1) is not all_of
    below = tuple(
        tuple(size for layers, tops in parts for size in _sizes(layers, tops, number))
        for number in range(height)
    )
    return (*below, (sum(tops for _, tops in parts),))


def _sizes(layers: LayerSizes, tops: int, number: int) -> Sequence[int]:
    """The sizes of a layer's nodes; above the last layer, its nodes are passed on."""
    return layers[number] if number < len(layers) else (1,) * tops


def _is_and(height: int) -> bool:
    """Whether the layer at a height, counted from 1, is an `and`."""
    return not height % 2
