"""Conditions of a scenario in words, for reports."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from is_bench.domain import BUNDLED, Domain, load_domain
from is_bench.domain.phrases import Phrases
from is_bench.errors import IsBenchError
from is_bench.goal import Language
from is_bench.goal.parse import expression
from is_bench.goal.tokens import read_group

_RANGE = re.compile(r"-\s+([^\s()]+)")
Told = Callable[[str], str]


def telling(manifest: Mapping[str, Any]) -> Told:
    """What tells the conditions of a run in words; they stay as they are where words are not known.

    That is where the run had other domains than a single bundled one.
    """
    names = [domain["name"] for domain in manifest.get("domains", ())]
    if len(names) != 1 or names[0] not in BUNDLED:
        return str
    known = load_domain(names[0])
    return lambda text: condition_words(text, known)


def condition_words(text: str, domain: Domain) -> str:
    """`text`, expressions of the goal language, in words; as it is where it cannot be read."""
    language = Language(
        arities=domain.arities,
        synsets=frozenset(_RANGE.findall(text)),
        constants=lambda _: True,
    )
    try:
        group = read_group(f"(:goal {text})", "condition")
        found = [expression(item, {}, language) for item in group.items[1:]]
    except (IsBenchError, RecursionError):
        return text
    return "; ".join(map(Phrases(domain).say, found))
