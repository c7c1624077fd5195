"""replay.jsonl: a line for each verdict, then and now."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from is_bench.verdict import Verdict
from is_bench_eval.recording.results import Record, reasons_of
from is_bench_eval.replay.bags import ReplayedBag
from is_bench_eval.replay.comparing import Pair


def records(bags: Iterable[ReplayedBag]) -> Iterator[Record]:
    """Every verdict of some bags, in their order."""
    for bag in bags:
        for pair in bag.pairs:
            yield _record(bag, pair)


def lines(bags: Iterable[ReplayedBag]) -> str:
    """The text of replay.jsonl."""
    return "".join(json.dumps(record) + "\n" for record in records(bags))


def _record(bag: ReplayedBag, pair: Pair) -> Record:
    said = pair.recorded or pair.replayed
    return {
        "bag": str(bag.path),
        "episode": pair.episode,
        "step": pair.index,
        "action": pair.action,
        "stage": said.module.value if said else None,
        "recorded": _verdict(pair.recorded),
        "replayed": _verdict(pair.replayed),
        "difference": pair.difference.value,
        "why": pair.why,
        "conditional": pair.conditional,
    }


def _verdict(verdict: Verdict | None) -> Record | None:
    if verdict is None:
        return None
    return {"decision": verdict.decision.value, **reasons_of(verdict)}
