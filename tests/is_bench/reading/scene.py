"""A kitchen with the labels of AI2-THOR, some joined up, and what is stated about it."""

from __future__ import annotations

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object
from is_bench.reading.requirement import StatedRequirement
from is_bench.reading.statements import StatementReader
from is_bench.reading.words import sentences

_GRANTED = {"StoveKnob_1": ("toggleable",), "ShowerHead_1": ("toggleable",)}
THOR = ObjectTable(
    tuple(
        make_object(name, synset, _GRANTED.get(name, ()), label=name.split("_")[0])
        for name, synset in {
            "StoveKnob_1": "",
            "StoveBurner_1": "burner.n.02",
            "ShowerHead_1": "shower.n.01",
            "Microwave_1": "microwave.n.02",
            "Drawer_1": "cabinet.n.01",
            "Cabinet_1": "cabinet.n.01",
            "KeyChain_1": "",
            "CellPhone_1": "cellular_telephone.n.01",
            "Pot_1": "saucepot.n.01",
            "Egg_1": "egg.n.02",
            "Water_1": "water.n.06",
        }.items()
    )
)


def stated(text: str) -> list[StatedRequirement] | None:
    """What the sentences of `text` state; None if one of them cannot be read."""
    reader = StatementReader(THOR, load_domain("thor"))
    found = [reader.read(sentence) for sentence in sentences(text)]
    if any(one is None for one in found):
        return None
    return [requirement for one in found if one is not None for requirement in one.requirements]
