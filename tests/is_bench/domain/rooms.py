"""Small scenes of any domain: short words for objects, and worlds that say what happened."""

from __future__ import annotations

import re
from collections.abc import Iterable

from is_bench.calls import parse_call
from is_bench.domain import Domain, load_domain
from is_bench.domain.effect_world import EffectWorld
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.world.outcome import Outcome
from is_bench.world.removers import WashRule

SYNSETS = {
    "agent": "agent.n.01",
    "apple": "apple.n.01",
    "book": "book.n.02",
    "bottle": "bottle.n.03",
    "bowl": "bowl.n.01",
    "broom": "broom.n.01",
    "burner": "burner.n.02",
    "cabinet": "cabinet.n.01",
    "can": "watering_can.n.01",
    "candle": "candle.n.01",
    "coffee": "coffee.n.01",
    "curtain": "curtain.n.01",
    "dust": "dust.n.01",
    "egg": "egg.n.02",
    "extinguisher": "fire_extinguisher.n.01",
    "floor": "floor.n.01",
    "fridge": "electric_refrigerator.n.01",
    "half": "half__apple.n.01",
    "jar": "mason_jar.n.01",
    "knife": "carving_knife.n.01",
    "lamp": "table_lamp.n.01",
    "laptop": "laptop.n.01",
    "microwave": "microwave.n.02",
    "mug": "mug.n.04",
    "person": "person.n.01",
    "plant": "pot_plant.n.01",
    "plate": "plate.n.04",
    "rag": "rag.n.01",
    "shards": "broken__glass.n.01",
    "shirt": "shirt.n.01",
    "sink": "sink.n.01",
    "socket": "wall_socket.n.01",
    "spoon": "wooden_spoon.n.02",
    "stove": "stove.n.01",
    "table": "table.n.02",
    "toilet": "toilet.n.02",
    "tray": "tray.n.01",
    "vase": "vase.n.01",
    "washer": "washer.n.03",
    "water": "water.n.06",
    "window": "window.n.01",
    "wineglass": "wineglass.n.01",
}


def full(text: str) -> str:
    """`text` with every short word, such as `mug` or `mug2`, made an object's name."""

    def name(match: re.Match[str]) -> str:
        synset = SYNSETS.get(match[1])
        return f"{synset}_{match[2] or 1}" if synset else match[0]

    return re.sub(r"\b([a-z]+)(\d*)\b(?![.\w(])", name, text)


def fact(text: str) -> Atom:
    """`inside(apple, jar)` as an atom."""
    head, _, inner = full(text).partition("(")
    return Atom(head.strip(), tuple(part.strip() for part in inner.rstrip(")").split(",")))


def atoms(text: str) -> frozenset[Atom]:
    """Facts that are separated by semicolons."""
    return frozenset(fact(part.strip()) for part in text.split(";") if part.strip())


def table(words: str) -> ObjectTable:
    """Objects by their short words, separated by spaces."""
    names = [full(word) for word in words.split()]
    return ObjectTable(tuple(make_object(name, synset_of(name)) for name in names))


class Room:
    """An effect world over short words."""

    def __init__(
        self,
        words: str,
        true: str = "",
        unknown: str = "",
        false: str = "",
        *,
        domain: Domain | str = "household",
        closed: bool = True,
        wash_rules: Iterable[WashRule] = (),
    ) -> None:
        known = load_domain(domain) if isinstance(domain, str) else domain
        facts = FactSet(atoms(true), atoms(false), atoms(unknown), closed)
        self.world = EffectWorld(known, table(words), facts, wash_rules)

    def do(self, *calls: str) -> Outcome:
        """Execute calls; what became of the last."""
        for call in calls:
            outcome = self.world.execute(parse_call(full(call)))
        return outcome

    def says(self, text: str) -> bool | None:
        """Whether a fact holds; None for unknown.  Derived from the view and from the list."""
        wanted = fact(text)
        truth = self.world.truth(wanted)
        listed = self.world.facts()
        if listed.closed or listed.truth(wanted) is not Truth.UNKNOWN:
            assert listed.truth(wanted) is truth, (text, truth, listed.truth(wanted))
        return {Truth.TRUE: True, Truth.FALSE: False, Truth.UNKNOWN: None}[truth]

    def has(self, text: str) -> bool:
        """Whether every fact of `text` holds; "!" before one means that it does not."""
        for part in text.split(";"):
            name = part.strip()
            wanted = not name.startswith("!")
            if self.says(name.lstrip("! ")) is not wanted:
                return False
        return True
