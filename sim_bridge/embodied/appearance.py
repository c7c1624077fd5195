"""How the state of a thing shows: from facts to the parts that are to be seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random

from is_bench.facts import Atom
from is_bench.objects import class_of
from is_bench.world.state import FLAGS
from sim_bridge.embodied import signs
from sim_bridge.embodied.geometry import Box, Vec
from sim_bridge.embodied.part_builders import BLACK, BROWN, mixed
from sim_bridge.embodied.shape import (
    CLOSED,
    ELLIPSOID,
    GLOW,
    LEFT,
    OFF,
    ON,
    OPEN,
    RIGHT,
    Color,
    Part,
    Shape,
)
from sim_bridge.embodied.spots import spots_on
from sim_bridge.embodied.substances import color_of

ICE: Color = (0.72, 0.88, 1.0, 1)
EMBER: Color = (1.0, 0.25, 0.08, 1)


@dataclass(frozen=True)
class State:
    """What shows of an object."""

    flags: frozenset[str] = frozenset()
    """Those of FLAGS that hold, and "burnt"."""
    covered: tuple[str, ...] = ()
    """The substances on it, as the scene names them."""
    holds: tuple[str, ...] = ()
    soaked: tuple[str, ...] = ()
    busy: frozenset[str] = frozenset()
    """The arms, of LEFT and RIGHT, that do not rest."""

    @property
    def tags(self) -> frozenset[str]:
        """Which parts are there."""
        door = OPEN if "open" in self.flags else CLOSED
        power = ON if "toggled_on" in self.flags else OFF
        return frozenset((door, power, LEFT, RIGHT)) - self.busy


@dataclass(frozen=True)
class Seen:
    """A part, and whose it is."""

    part: Part
    owner: str


@dataclass
class _Gathered:
    flags: set[str] = field(default_factory=set)
    covered: set[str] = field(default_factory=set)
    holds: set[str] = field(default_factory=set)
    soaked: set[str] = field(default_factory=set)


def states_of(facts: Iterable[Atom]) -> Mapping[str, State]:
    """The visible state of everything that has one."""
    gathered: dict[str, _Gathered] = defaultdict(_Gathered)
    for predicate, arguments in facts:
        name, *others = arguments
        if predicate in FLAGS or predicate == "burnt":
            gathered[name].flags.add(predicate)
        elif predicate == "covered":
            gathered[name].covered.update(others)
        elif predicate in ("contains", "filled"):
            gathered[name].holds.update(others)
        elif predicate == "saturated":
            gathered[name].soaked.update(others)
    return {
        name: State(
            frozenset(g.flags),
            tuple(sorted(g.covered)),
            tuple(sorted(g.holds)),
            tuple(sorted(g.soaked)),
        )
        for name, g in gathered.items()
    }


NOTHING = State()


def look(name: str, shape: Shape, state: State, seed: int) -> list[Seen]:
    """Everything to be seen of an object, in its own frame."""
    chance = Random(
        int.from_bytes(
            sha256(f"{seed}/{name}".encode("utf-8", "surrogatepass")).digest()[:8], "big"
        )
    )
    parts = parts_in(shape, state.tags)
    if "broken" in state.flags:
        parts = signs.remains(parts, shape.bounds, chance)
    tint = _Tint(state)
    seen = [Seen(part if part.ghost else tint.on(part), name) for part in parts]
    if shape.cloth and "folded" in state.flags:
        seen = [Seen(_folded(one.part, shape.bounds), name) for one in seen]
    seen += _content(shape, state, name)
    body = [part for part in parts if not part.ghost]
    solid = [part for part in body if part.along is None] or body
    seen += _flecks(solid, shape, state, chance)
    seen += [Seen(part, name) for part in _signs(solid, shape, state, chance)]
    return seen


def parts_in(shape: Shape, tags: frozenset[str]) -> list[Part]:
    """The parts of a shape that are there in a state."""
    return [part for part in shape.parts if _applies(part, tags)]


def _applies(part: Part, tags: frozenset[str]) -> bool:
    return not part.when or set(part.when.split("&")) <= tags


class _Tint:
    """What heat, frost and wet do to colors."""

    def __init__(self, state: State) -> None:
        flags = state.flags
        self._mixes: list[tuple[Color, float]] = []
        if "cooked" in flags:
            self._mixes.append((BROWN, 0.45))
        if "burnt" in flags:
            self._mixes.append((BLACK, 0.85))
        if "frozen" in flags:
            self._mixes.append((ICE, 0.55))
        if "hot" in flags:
            self._mixes.append((EMBER, 0.22))
        if state.soaked:
            self._mixes.append((mixed(color_of(state.soaked[0]), BLACK, 0.45), 0.4))

    def on(self, part: Part) -> Part:
        """The part in its present color."""
        color = part.color
        if part.finish == GLOW:
            return part
        for other, share in self._mixes:
            color = mixed(color, other, share)
        return part if color == part.color else replace(part, color=color)


def _folded(part: Part, bounds: Box) -> Part:
    """A part of a cloth that is folded to half its width."""
    (x, y, z), (a, b, c) = part.center, part.half
    middle = bounds.center[0]
    return replace(part, center=(middle + (x - middle) * 0.5, y, z + c), half=(a * 0.5, b, c * 2))


def _content(shape: Shape, state: State, name: str) -> list[Seen]:
    """The fluids in a vessel, in layers."""
    fill = shape.fluid
    del name
    if fill is None or not state.holds:
        return []
    share = fill.half[2] / len(state.holds)
    layers = []
    for index, substance in enumerate(state.holds):
        z = fill.center[2] - fill.half[2] + share * (2 * index + 1)
        layer = replace(
            fill,
            center=(fill.center[0], fill.center[1], z),
            half=(fill.half[0], fill.half[1], share),
            color=color_of(substance),
            ghost=False,
        )
        layers.append(Seen(layer, substance))
    return layers


def _flecks(parts: Sequence[Part], shape: Shape, state: State, chance: Random) -> list[Seen]:
    """Stains, dust, drops on a surface."""
    seen = []
    for substance in state.covered:
        color = color_of(substance)
        size = max(0.009, min(0.05, 0.05 * (max(shape.bounds.size) ** 0.8)))
        count = 16 if max(shape.bounds.size) < 0.6 else 26
        for point, normal in spots_on(parts, shape.bounds, count, chance):
            seen.append(
                Seen(_fleck(point, normal, size * chance.uniform(0.6, 1.25), color), substance)
            )
    return seen


def _fleck(point: Vec, normal: Vec, size: float, color: Color) -> Part:
    """A flat spot on a surface."""
    half = tuple(size if abs(n) < 0.9 else 0.0025 for n in normal)
    if max(abs(n) for n in normal) < 0.9:
        half = (size * 0.7, size * 0.7, size * 0.7)
    return Part(ELLIPSOID, point, half, color)  # type: ignore[arg-type]


def _is_boiled(substance: str) -> bool:
    return class_of(substance).startswith("cooked__")


def _signs(parts: Sequence[Part], shape: Shape, state: State, chance: Random) -> list[Part]:
    """Steam, frost, flames, shards, drops."""
    flags, found = state.flags, list[Part]()
    if "hot" in flags:
        found.append(signs.haze(shape.bounds))
    if "hot" in flags or any(map(_is_boiled, state.holds)):
        found += signs.steam(shape.bounds)
    if "frozen" in flags:
        found += signs.frost(parts, shape.bounds, chance)
    if "on_fire" in flags:
        found += signs.flames(shape.bounds)
    if "broken" in flags:
        found += signs.shards(parts, shape.bounds, chance)
    if state.soaked:
        found += signs.drops(parts, shape.bounds, color_of(state.soaked[0]), chance)
    return found
