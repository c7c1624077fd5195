"""A replay in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from is_bench_eval.replay.bags import ReplayedBag
from is_bench_eval.replay.comparing import Difference

_PHRASES = {
    Difference.DECISION: ("has another decision", "have another decision"),
    Difference.CONSTRAINTS: ("has other constraints", "have other constraints"),
    Difference.FEEDBACK: ("has another reason", "have other reasons"),
    Difference.DETAILS: ("differs in details", "differ in details"),
    Difference.NOT_REPLAYED: ("cannot be replayed", "cannot be replayed"),
    Difference.NOT_RECORDED: ("is missing in the bag", "are missing in the bag"),
}


def summary_line(bags: Sequence[ReplayedBag]) -> str:
    """How many verdicts there are, and how many differ in what."""
    counts = Counter[Difference]()
    for bag in bags:
        counts.update(bag.counts)
    total, same = sum(counts.values()), counts[Difference.NONE]
    left = sum(pair.conditional for bag in bags for pair in bag.pairs)
    course = f"; {left} {'follow' if left > 1 else 'follows'} a diverged step" if left else ""
    if same == total:
        return f"all {total} verdicts are the same{course}"
    parts = [
        f"{counts[kind]} {phrases[counts[kind] > 1]}"
        for kind, phrases in _PHRASES.items()
        if counts[kind]
    ]
    return f"{same} of {total} verdicts are the same; {', '.join(parts)}{course}"
