"""Which shape what a content is packed in has."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sim_bridge.embodied.catalogue import packages
from sim_bridge.embodied.catalogue import vessels as ve
from sim_bridge.embodied.part_builders import WHITE, mixed
from sim_bridge.embodied.shape import Color, Shape

CONTAINERS: Mapping[str, Callable[[Color], Shape]] = {
    "bottle": packages.bottle,
    "atomizer": packages.spray,
    "dispenser": packages.soap_pump,
    "carton": packages.carton,
    "jar": packages.jar,
    "shaker": packages.shaker,
    "can": packages.can,
    "box": packages.small_box,
    "bag": packages.bag,
    "sack": packages.bag,
    "cup": lambda color: ve.cup(0.048, 0.09, mixed(color, WHITE, 0.5)),
    "glass": lambda color: ve.cup(0.042, 0.13, (*color[:3], 0.4)),
    "tube": packages.soap_pump,
    "packet": packages.packet,
    "bowl": lambda color: ve.bowl(color=mixed(color, WHITE, 0.5)),
}
"""Shapes of what a content is sold in: `bottle__of__water`, `water__bottle`."""

SPECIAL: Mapping[tuple[str, str], Callable[[Color], Shape]] = {
    ("soap", "bottle"): packages.soap_pump,
    ("pill", "bottle"): packages.pill_bottle,
    ("fuel", "can"): packages.canister,
    ("gasoline", "can"): packages.canister,
    ("cereal", "box"): packages.packet,
    ("detergent", "bottle"): packages.spray,
    ("disinfectant", "bottle"): packages.spray,
    ("cleaner", "bottle"): packages.spray,
    ("herbicide", "bottle"): packages.spray,
    ("seasoning", "bottle"): packages.shaker,
}
"""Where content and container together make another shape: (word of the content, container)."""
