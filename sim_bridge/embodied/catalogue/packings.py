"""Which shape what a content is packed in has."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sim_bridge.embodied.catalogue import vessels as ve
from sim_bridge.embodied.kit import WHITE, mixed
from sim_bridge.embodied.shape import Colour, Shape

CONTAINERS: Mapping[str, Callable[[Colour], Shape]] = {
    "bottle": ve.bottle,
    "atomizer": ve.spray,
    "dispenser": ve.soap_pump,
    "carton": ve.carton,
    "jar": ve.jar,
    "shaker": ve.shaker,
    "can": ve.can,
    "box": ve.small_box,
    "bag": ve.bag,
    "sack": ve.bag,
    "cup": lambda colour: ve.cup(0.048, 0.09, mixed(colour, WHITE, 0.5)),
    "glass": lambda colour: ve.cup(0.042, 0.13, (*colour[:3], 0.4)),
    "tube": ve.soap_pump,
    "packet": ve.packet,
    "bowl": lambda colour: ve.bowl(colour=mixed(colour, WHITE, 0.5)),
}
"""Shapes of what a content is sold in: `bottle__of__water`, `water__bottle`."""

SPECIAL: Mapping[tuple[str, str], Callable[[Colour], Shape]] = {
    ("soap", "bottle"): ve.soap_pump,
    ("pill", "bottle"): ve.pill_bottle,
    ("fuel", "can"): ve.canister,
    ("gasoline", "can"): ve.canister,
    ("cereal", "box"): ve.packet,
    ("detergent", "bottle"): ve.spray,
    ("disinfectant", "bottle"): ve.spray,
    ("cleaner", "bottle"): ve.spray,
    ("herbicide", "bottle"): ve.spray,
    ("seasoning", "bottle"): ve.shaker,
}
"""Where content and container together make another shape: (word of the content, container)."""
