"""A replay in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from is_bench_eval.replay.bags import ReplayedBag
from is_bench_eval.replay.comparing import Difference

_PHRASES = {
    Difference.DECISION: ("decides otherwise", "decide otherwise"),
    Difference.CONSTRAINTS: ("names other constraints", "name other constraints"),
    Difference.FEEDBACK: ("gives other reasons", "give other reasons"),
    Difference.DETAILS: ("differs in details", "differ in details"),
    Difference.NOT_REPLAYED: ("cannot be replayed", "cannot be replayed"),
    Difference.NOT_RECORDED: ("is not in the bag", "are not in the bag"),
}


def summary_line(bags: Sequence[ReplayedBag]) -> str:
    """How many verdicts there are, and how many differ in what."""
    counts = Counter[Difference]()
    for bag in bags:
        counts.update(bag.counts)
    total, same = sum(counts.values()), counts[Difference.NONE]
    left = sum(pair.conditional for bag in bags for pair in bag.pairs)
    course = f"; {left} were said in a course that this guard had left" if left else ""
    if same == total:
        return f"all {total} verdicts are the same{course}"
    parts = [
        f"{counts[kind]} {phrases[counts[kind] > 1]}"
        for kind, phrases in _PHRASES.items()
        if counts[kind]
    ]
    return f"{same} of {total} verdicts are the same; {', '.join(parts)}{course}"
