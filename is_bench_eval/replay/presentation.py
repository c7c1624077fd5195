"""`is-bench replay`: from arguments to a table, and files where they are asked for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from is_bench.errors import Place
from is_bench.scenarios import load_dataset
from is_bench.verdict import GuardMode, Verdict
from is_bench_eval.console.progress import progress_bar
from is_bench_eval.console.tables import plain_table
from is_bench_eval.console.text import one_line
from is_bench_eval.errors import RunFolderProblem
from is_bench_eval.recording.output_paths import check_folder
from is_bench_eval.recording.run_folder import RunFolder
from is_bench_eval.replay.bags import ReplayedBag, replay_bag
from is_bench_eval.replay.comparing import Difference, Pair
from is_bench_eval.replay.page import render_replay
from is_bench_eval.replay.player import Player, Rules
from is_bench_eval.replay.records import lines
from is_bench_eval.replay.wording import summary_line
from is_safety_monitor.core.configuration import read_own
from is_safety_monitor.core.stages import Stages

IDENTICAL, DIFFERENT = 0, 1
LINES, PAGE = "replay.jsonl", "replay.html"
CONDITIONAL = "(if): follows a diverged step, after which the robot would have acted differently"
MOST_ROWS = 200
LONGEST_ACTION, LONGEST_WHY = 60, 160


def replay_command(arguments: argparse.Namespace) -> int:
    """Replay bags; returns the exit code.  Raises InputError."""
    if arguments.out is not None:
        check_folder(arguments.out)
    rules = _rules(arguments)
    with progress_bar("replay", None) as bar:
        player = Player(rules, bar)
        bags = [replay_bag(path, player) for path in arguments.bags]
    console = Console()
    for bag in bags:
        for notice in bag.notices:
            console.print(f"{bag.path}: {one_line(notice)}", markup=False, soft_wrap=True)
    shown = [(bag, pair) for bag in bags for pair in bag.pairs if _is_shown(pair, arguments.all)]
    if shown:
        console.print(pair_table(shown[:MOST_ROWS], several=len(bags) > 1))
        if any(pair.conditional for _, pair in shown[:MOST_ROWS]):
            console.print(CONDITIONAL, markup=False, soft_wrap=True)
    if len(shown) > MOST_ROWS:
        console.print(f"and {len(shown) - MOST_ROWS} more")
    console.print(summary_line(bags), markup=False, soft_wrap=True)
    if arguments.out is not None:
        _write(arguments.out, bags, rules)
        page = arguments.out / PAGE
        console.print(f"page: {page}", markup=False, highlight=False, soft_wrap=True)
    return (
        IDENTICAL
        if all(p.difference is Difference.NONE for b in bags for p in b.pairs)
        else DIFFERENT
    )


def _write(out: Path, bags: Sequence[ReplayedBag], rules: Rules) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        folder = RunFolder(out)
        folder.write_text(LINES, lines(bags))
        folder.write_text(PAGE, render_replay(bags, rules))
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
        raise RunFolderProblem(message, Place(str(out))) from None


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
    """Recorded and replayed verdicts, steps counted from 1; with the bag of each if `several`."""
    table = plain_table(
        *(["bag"] if several else []),
        *("episode", "stage", "step", "action", "recorded", "replayed", "reason"),
    )
    for bag, pair in rows:
        mark = " (if)" if pair.conditional else ""
        cells = [
            *([bag.path.name] if several else []),
            pair.episode,
            _stage(pair),
            "" if _stage(pair) == "task" else str(pair.index + 1),
            one_line(pair.action, LONGEST_ACTION),
            _decision(pair.recorded),
            _decision(pair.replayed) + mark,
            one_line(bag.wording.prose(pair.why), LONGEST_WHY),
        ]
        table.add_row(*(Text(one_line(cell)) for cell in cells))
    return table


def _stage(pair: Pair) -> str:
    said = pair.recorded or pair.replayed
    return said.module.value.removesuffix("_safe") if said else ""


def _decision(verdict: Verdict | None) -> str:
    return "-" if verdict is None else verdict.decision.value
