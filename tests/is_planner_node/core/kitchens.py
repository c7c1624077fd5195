"""The objects that answers of models are about."""

from __future__ import annotations

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object, synset_of

BENCHMARK = load_domain("is_bench")
HOUSEHOLD = load_domain("household")
THINGS = ObjectTable(
    tuple(
        make_object(name, synset_of(name))
        for name in ("fridge.n.01_1", "apple.n.01_1", "bowl.n.01_1", "agent.n.01_1")
    )
)
