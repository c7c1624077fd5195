"""The seals of a run's bags, noted beside its results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from is_bench_eval.recording.seal import read_seal

NOTE = "bags.json"


def seals_of_run(out: Path) -> dict[str, Any]:
    """What is to be noted of the bags in `out`: those noted before as they are, and new ones."""
    noted = _noted(out)
    for folder in sorted((out / "bags").iterdir()) if (out / "bags").is_dir() else ():
        with suppress(ValueError):
            seal = read_seal(folder) if folder.is_dir() else None
            if seal is not None and folder.name not in noted:
                noted[folder.name] = {"messages": len(seal.digests), "seal": seal.digest}
    return noted


def sealed_in_run(folder: Path) -> str | None:
    """The digest that the run of the bag in `folder` has noted; None where none has."""
    entry = _noted(folder.resolve().parent.parent).get(folder.resolve().name)
    return entry.get("seal") if isinstance(entry, Mapping) else None


def _noted(out: Path) -> dict[str, Any]:
    try:
        found = json.loads((out / NOTE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
