"""Small scenes written by hand: short words for objects, and a world that says what happened."""

from __future__ import annotations

import re
from collections.abc import Iterable

from is_bench.domain import Domain, World, load_domain
from is_bench.domain import text as domain_text
from is_bench.facts import Atom, Truth, atom
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.world import RELEASED, Outcome, Quirks, SymbolicWorld, WashRule

BENCHMARK = load_domain("is_bench")

SYNSETS = {
    "agent": "agent.n.01",
    "apple": "apple.n.01",
    "board": "chopping_board.n.01",
    "bowl": "bowl.n.01",
    "broom": "broom.n.01",
    "cabinet": "cabinet.n.01",
    "can": "watering_can.n.01",
    "countertop": "countertop.n.01",
    "detergent": "detergent.n.02",
    "diced": "diced__apple.n.01",
    "dishwasher": "dishwasher.n.01",
    "dust": "dust.n.01",
    "floor": "floor.n.01",
    "foil": "aluminum_foil.n.01",
    "fridge": "electric_refrigerator.n.01",
    "half": "half__apple.n.01",
    "jar": "mason_jar.n.01",
    "kettle": "kettle.n.01",
    "knife": "carving_knife.n.01",
    "lamp": "table_lamp.n.01",
    "microwave": "microwave.n.02",
    "milk": "milk.n.01",
    "mug": "mug.n.04",
    "oven": "oven.n.01",
    "pan": "frying_pan.n.01",
    "plate": "plate.n.04",
    "rag": "rag.n.01",
    "salt": "salt.n.02",
    "sink": "sink.n.01",
    "sponge": "sponge.n.01",
    "stain": "stain.n.01",
    "stove": "stove.n.01",
    "strip": "power_strip.n.01",
    "table": "table.n.02",
    "tea": "cooked__water.n.01",
    "vacuum": "vacuum.n.04",
    "washer": "washer.n.03",
    "water": "water.n.06",
}
"""Short words for synsets; `apple` is the object apple.n.01_1, `apple2` is apple.n.01_2."""

_WORD = re.compile(r"(- )?\b([a-z]+)(\d*)\b(?!\.)")


def full(text: str) -> str:
    """`text` with its short words replaced by objects' names, or after `- ` by synsets."""
    return _WORD.sub(_in_full, text)


def _in_full(match: re.Match[str]) -> str:
    dash, word, number = match.groups()
    if word not in SYNSETS:
        return match[0]
    return f"- {SYNSETS[word]}" if dash else f"{SYNSETS[word]}_{number or 1}"


def short(text: str) -> str:
    """`text` with objects' names replaced by short words."""
    for word, synset in SYNSETS.items():
        text = re.sub(rf"\b{re.escape(synset)}_(\d+)", rf"{word}\1", text)
    return re.sub(r"\b([a-z]+)1\b", r"\1", text)


def fact(text: str) -> Atom:
    """The atom that `text` writes with short words: `inside(apple, jar)`."""
    predicate, _, rest = full(text).partition("(")
    return atom(predicate, *(part.strip() for part in rest.removesuffix(")").split(",")))


def facts(*texts: str) -> frozenset[Atom]:
    """The atoms that `texts` write."""
    return frozenset(map(fact, texts))


def objects(words: str) -> ObjectTable:
    """The objects that a list of short words names: `apple apple2 jar`."""
    return ObjectTable(tuple(make_object(name, synset_of(name)) for name in full(words).split()))


def perform(
    world: World, step: str, quirks: Quirks = RELEASED, domain: Domain = BENCHMARK
) -> Outcome:
    """Read a step as `domain` does, and execute it."""
    return domain_text.perform(world, step, domain, quirks)


class Room:
    """A symbolic world that is spoken to in short words."""

    def __init__(
        self,
        words: str,
        *initially: str,
        rules: Iterable[WashRule] = (),
        quirks: Quirks = RELEASED,
    ) -> None:
        self.world = SymbolicWorld(objects(words), facts(*initially), rules, quirks)

    def execute(self, step: str) -> Outcome:
        return perform(self.world, full(step), self.world.quirks)

    def do(self, *steps: str) -> Room:
        """Execute steps, none of which may fail."""
        for step in steps:
            outcome = self.execute(step)
            assert outcome.ok, f"{step}: {outcome.error}"
        return self

    def refusal(self, step: str) -> str:
        """Why `step` fails, in short words; it has to leave every fact as it was."""
        before = self.world.facts()
        outcome = self.execute(step)
        assert not outcome.ok, f"{step} did not fail"
        assert self.world.facts() == before
        return short(outcome.error)

    def holds(self, text: str) -> bool:
        return self.world.truth(fact(text)) is Truth.TRUE
