"""`is-bench replay`: from arguments to a table, and files where they are asked for."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from is_bench.scenarios import load_dataset
from is_bench.verdict import GuardMode, Verdict
from is_bench_eval.replay.bags import ReplayedBag, replay_bag
from is_bench_eval.replay.comparing import Difference, Pair
from is_bench_eval.replay.player import Player, Rules
from is_bench_eval.report.terminal import plain_table
from is_bench_eval.report.visible import one_line
from is_safety_monitor.core.choice import read_own
from is_safety_monitor.core.stages import Stages

IDENTICAL, DIFFERENT = 0, 1
MOST_ROWS = 200
LONGEST_ACTION, LONGEST_WHY = 60, 160


def replay_command(arguments: argparse.Namespace) -> int:
    """Replay bags; returns the exit code.  Raises InputError."""
    player = Player(_rules(arguments))
    bags = [replay_bag(path, player) for path in arguments.bags]
    console = Console()
    for bag in bags:
        for notice in bag.notices:
            console.print(f"{bag.path}: {one_line(notice)}", markup=False, soft_wrap=True)
    shown = [(bag, pair) for bag in bags for pair in bag.pairs if _is_shown(pair, arguments.all)]
    if shown:
        console.print(pair_table(shown[:MOST_ROWS], several=len(bags) > 1))
    if len(shown) > MOST_ROWS:
        console.print(f"and {len(shown) - MOST_ROWS} more")
    console.print(summary_line(bags), markup=False, soft_wrap=True)
    return (
        IDENTICAL
        if all(p.difference is Difference.NONE for b in bags for p in b.pairs)
        else DIFFERENT
    )


def _rules(arguments: argparse.Namespace) -> Rules:
    files, stages = arguments.knowledge_base, arguments.guard_stages
    return Rules(
        constraint_files=None if files is None else read_own(tuple(files)),
        mode=GuardMode(arguments.guard_mode) if arguments.guard_mode else None,
        stages=Stages.of(stages.split(",")) if stages is not None else None,
        dataset=load_dataset(arguments.dataset) if arguments.dataset else None,
    )


def _is_shown(pair: Pair, everything: bool) -> bool:
    return everything or pair.difference is not Difference.NONE


def pair_table(rows: Sequence[tuple[ReplayedBag, Pair]], *, several: bool) -> Table:
    """Verdicts then and now; with `several` bags their names, too."""
    table = plain_table(
        *(["bag"] if several else []), "episode", "step", "action", "then", "now", "why"
    )
    for bag, pair in rows:
        cells = [one_line(bag.path.name)] if several else []
        mark = " (if)" if pair.conditional else ""
        table.add_row(
            *cells,
            one_line(pair.episode),
            str(pair.index),
            one_line(pair.action, LONGEST_ACTION),
            _decision(pair.recorded),
            Text(_decision(pair.replayed) + mark),
            Text(one_line(pair.why, LONGEST_WHY)),
        )
    return table


def _decision(verdict: Verdict | None) -> str:
    return "-" if verdict is None else verdict.decision.value


def summary_line(bags: Sequence[ReplayedBag]) -> str:
    """How many verdicts there are, and how many differ in what."""
    counts: Counter[Difference] = sum((bag.counts for bag in bags), Counter())
    total, same = sum(counts.values()), counts[Difference.NONE]
    if same == total:
        return f"all {total} verdicts are the same"
    parts = [f"{counts[kind]} {_PHRASES[kind]}" for kind in _PHRASES if counts[kind]]
    return f"{same} of {total} verdicts are the same; {', '.join(parts)}"


_PHRASES = {
    Difference.DECISION: "decide otherwise",
    Difference.CONSTRAINTS: "name other constraints",
    Difference.FEEDBACK: "give other reasons",
    Difference.DETAILS: "differ in details",
    Difference.NOT_REPLAYED: "cannot be replayed",
    Difference.NOT_RECORDED: "are not in the bag",
}
