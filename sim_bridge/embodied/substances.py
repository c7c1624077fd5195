"""The colors of what things hold and are covered with."""

from __future__ import annotations

from hashlib import sha256

from is_bench.objects import class_of
from is_bench.taxonomy import taxonomy
from sim_bridge.embodied.shape import Color

COLORS: dict[str, Color] = {
    "water": (0.30, 0.58, 0.92, 0.8),
    "milk": (0.98, 0.97, 0.93, 1),
    "tea": (0.62, 0.32, 0.10, 0.9),
    "coffee": (0.28, 0.16, 0.08, 1),
    "juice": (0.98, 0.62, 0.10, 1),
    "wine": (0.50, 0.06, 0.16, 1),
    "beer": (0.90, 0.65, 0.18, 0.9),
    "soup": (0.93, 0.66, 0.25, 1),
    "sauce": (0.72, 0.16, 0.10, 1),
    "oil": (0.90, 0.78, 0.18, 0.85),
    "butter": (0.98, 0.88, 0.45, 1),
    "honey": (0.92, 0.62, 0.08, 1),
    "jam": (0.66, 0.08, 0.18, 1),
    "vinegar": (0.80, 0.58, 0.32, 0.85),
    "soap": (0.45, 0.85, 0.62, 0.95),
    "detergent": (0.25, 0.45, 0.95, 1),
    "softener": (0.72, 0.55, 0.92, 1),
    "disinfectant": (0.20, 0.80, 0.75, 1),
    "bleach": (0.92, 0.96, 0.70, 1),
    "chlorine": (0.82, 0.92, 0.42, 1),
    "cleaner": (0.30, 0.72, 0.85, 1),
    "solvent": (0.70, 0.55, 0.80, 1),
    "acid": (0.75, 0.90, 0.25, 1),
    "lubricant": (0.60, 0.45, 0.10, 1),
    "polish": (0.62, 0.40, 0.18, 1),
    "gasoline": (0.85, 0.45, 0.12, 1),
    "fuel": (0.85, 0.45, 0.12, 1),
    "fluid": (0.85, 0.45, 0.12, 1),
    "herbicide": (0.55, 0.75, 0.15, 1),
    "pesticide": (0.60, 0.70, 0.10, 1),
    "paint": (0.20, 0.40, 0.85, 1),
    "rice": (0.97, 0.96, 0.90, 1),
    "salt": (0.97, 0.97, 0.98, 1),
    "sugar": (0.99, 0.98, 0.96, 1),
    "flour": (0.97, 0.94, 0.87, 1),
    "carbonate": (0.94, 0.95, 0.98, 1),
    "pill": (0.95, 0.70, 0.15, 1),
    "grass": (0.25, 0.55, 0.15, 1),
    "sand": (0.87, 0.76, 0.52, 1),
    "dust": (0.52, 0.50, 0.47, 1),
    "lint": (0.72, 0.72, 0.78, 1),
    "dirt": (0.36, 0.24, 0.12, 1),
    "mud": (0.33, 0.20, 0.09, 1),
    "soil": (0.30, 0.20, 0.11, 1),
    "stain": (0.50, 0.14, 0.20, 1),
    "rust": (0.65, 0.30, 0.10, 1),
    "mold": (0.18, 0.34, 0.20, 1),
    "mildew": (0.25, 0.36, 0.28, 1),
    "grease": (0.72, 0.60, 0.15, 1),
    "material": (0.90, 0.85, 0.60, 1),
    "blood": (0.60, 0.03, 0.05, 1),
    "ash": (0.30, 0.30, 0.31, 1),
    "incision": (0.20, 0.10, 0.10, 1),
    "cereal": (0.95, 0.62, 0.20, 1),
    "beans": (0.55, 0.20, 0.12, 1),
    "seasoning": (0.65, 0.35, 0.12, 1),
    "feta": (0.85, 0.92, 0.98, 1),
    "disinfectants": (0.20, 0.80, 0.75, 1),
}
"""By words of the substance's class; the last word counts most."""
BY_KIND: dict[str, Color] = {
    "beverage.n.01": (0.80, 0.50, 0.25, 1),
    "food.n.01": (0.85, 0.66, 0.35, 1),
    "fuel.n.01": (0.85, 0.45, 0.12, 1),
}


def color_of(substance: str) -> Color:
    """The color of a substance, by its synset, object name or plain words."""
    words = class_of(substance).replace("__", "_").split("_")
    for word in reversed(words):
        for form in (word, word.removesuffix("s")):
            if form in COLORS:
                return COLORS[form]
    above = taxonomy().ancestors(substance) if "." in substance else frozenset()
    for kind, color in BY_KIND.items():
        if kind in above:
            return color
    return _some_color(class_of(substance))


def _some_color(text: str) -> Color:
    """A color of its own for whatever has no known one."""
    red, green, blue = sha256(text.encode("utf-8", "surrogatepass")).digest()[:3]
    return (0.25 + 0.6 * red / 255, 0.25 + 0.6 * green / 255, 0.25 + 0.6 * blue / 255, 1.0)
