"""Derive `is_bench/data/taxonomy.json` from the BEHAVIOR taxonomy that `bddl==3.5.0` ships.

The runtime needs a dozen abilities of ~4,000 synsets; the `bddl` package would bring 190 MB of
unrelated dependencies to a robot for them.  So the facts are derived once, and
`tests/is_bench/test_taxonomy.py` derives them again and compares.

Usage: python tools/derive_taxonomy.py [OUTPUT]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ABILITIES = frozenset(
    {
        "attachable",
        "breakable",
        "cloth",
        "coldSource",
        "cookable",
        "diceable",
        "fillable",
        "flammable",
        "freezable",
        "heatSource",
        "heatable",
        "liquid",
        "meltable",
        "openable",
        "particleRemover",
        "particleSource",
        "physicalSubstance",
        "rope",
        "sceneObject",
        "sliceable",
        "slicer",
        "softBody",
        "substance",
        "toggleable",
        "visualSubstance",
    }
)
"""Abilities that the symbolic world, the constraints or the renderer ask for."""

PARAMETERS = {
    "heatSource": ("requires_toggled_on", "requires_closed", "requires_inside"),
    "coldSource": ("requires_toggled_on", "requires_closed", "requires_inside"),
    "particleSource": ("conditions",),
    "particleRemover": (
        "conditions",
        "default_fluid_conditions",
        "default_non_fluid_conditions",
        "default_visual_conditions",
    ),
}


def derive() -> dict[str, Any]:
    """The derived table: version, the abilities and parents of every synset, their parameters."""
    from bddl.object_taxonomy import ObjectTaxonomy  # a test dependency, not a runtime one

    taxonomy = ObjectTaxonomy()
    pool: dict[str, int] = {}
    synsets: dict[str, Any] = {}
    for name in sorted(taxonomy.taxonomy.nodes):
        abilities = taxonomy.get_abilities(name)
        entry: dict[str, Any] = {}
        if parents := sorted(taxonomy.get_parents(name)):
            entry["parents"] = parents
        if kept := sorted(ABILITIES & set(abilities)):
            entry["abilities"] = kept
        for ability, keys in PARAMETERS.items():
            if ability in abilities:
                parameters = {k: abilities[ability].get(k) for k in keys if k in abilities[ability]}
                text = json.dumps(parameters, sort_keys=True)
                entry[ability] = pool.setdefault(text, len(pool))
        synsets[name] = entry
    return {
        "source": "BEHAVIOR taxonomy of bddl 3.5.0 (MIT licence, Stanford Vision and Learning Lab)",
        "parameters": [json.loads(text) for text in pool],
        "synsets": synsets,
    }


def render(table: dict[str, Any]) -> str:
    """One synset a line, so that a change reads well in a diff."""
    lines = [
        f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in table["synsets"].items()
    ]
    parameters = [f"  {json.dumps(entry)}" for entry in table["parameters"]]
    return (
        f'{{"source": {json.dumps(table["source"])},\n"parameters": [\n'
        + ",\n".join(parameters)
        + '\n],\n"synsets": {\n'
        + ",\n".join(lines)
        + "\n}}\n"
    )


if __name__ == "__main__":
    default = Path(__file__).parent.parent / "is_bench" / "data" / "taxonomy.json"
    Path(sys.argv[1] if len(sys.argv) > 1 else default).write_text(render(derive()))
