"""A replay in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from is_bench.domain import SourceText
from is_bench_eval.replay.bags import ReplayedBag
from is_bench_eval.replay.comparing import Difference
from is_bench_eval.replay.player import Rules

PHRASES = {
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
        for kind, phrases in PHRASES.items()
        if counts[kind]
    ]
    return f"{same} of {total} verdicts are the same; {', '.join(parts)}{course}"


def settings_of(bags: Sequence[ReplayedBag], rules: Rules) -> Iterator[tuple[str, str]]:
    """By which rules was judged again: labels with values, each with what was recorded."""
    recorded = list(dict.fromkeys(by for bag in bags for by in bag.judged_by))
    mode = None if rules.mode is None else rules.mode.value
    yield "Guard's mode", _now(mode, [by.mode for by in recorded])
    stages = None if rules.stages is None else str(rules.stages)
    yield "Stages that judge", _now(stages, [by.stages for by in recorded])
    files = rules.constraint_files
    own = None if files is None else _files(files)
    yield "Own constraint files", _now(own, [_files(by.constraint_files) for by in recorded])


def _now(chosen: str | None, recorded: Sequence[str]) -> str:
    """The value of today, and what it was where that is another."""
    then = " or ".join(dict.fromkeys(recorded)).replace(",", ", ") or "unknown"
    chosen = None if chosen is None else chosen.replace(",", ", ")
    if chosen is None:
        return f"{then} (as recorded)"
    return chosen if then == chosen else f"{chosen}; recorded: {then}"


def _files(files: Sequence[SourceText]) -> str:
    return ",".join(file.name for file in files) or "none"
