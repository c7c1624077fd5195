"""Judging the statements of a run: many at a time, written as they come, resumable."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing

from is_bench.scenarios import Dataset
from is_bench_eval.awareness.judge import Judge
from is_bench_eval.awareness.record import is_due, judge_statement
from is_bench_eval.recording.results import Record
from is_bench_eval.recording.run_folder import RunFolder

IN_FLIGHT = 16
_OFTEN = 25
"""After so many statements what is known is written: no more is lost when a run is killed."""


def due(records: Sequence[Record], judge: Judge) -> list[int]:
    """The places of the records that `judge` has yet to judge."""
    return [place for place, record in enumerate(records) if is_due(record, judge.name)]


def judge_records(
    folder: RunFolder,
    records: Sequence[Record],
    dataset: Dataset,
    judge: Judge,
    progress: Callable[[Record], None],
    in_flight: int = IN_FLIGHT,
) -> list[Record]:
    """Judge what is due and write results.jsonl anew; returns all records.

    An interrupted run keeps what was judged until then.
    """
    found = list(records)
    known = 0
    try:
        with closing(_judged(found, dataset, judge, in_flight)) as judged:
            for place, awareness in judged:
                found[place] = {**found[place], "awareness": awareness}
                known += 1
                progress(found[place])
                if known % _OFTEN == 0:
                    folder.finish(found)
    finally:
        if known % _OFTEN:
            folder.finish(found)
    return found


def _judged(
    records: Sequence[Record], dataset: Dataset, judge: Judge, in_flight: int
) -> Generator[tuple[int, Record]]:
    todo = due(records, judge)
    # Scenarios are read here: a dataset is for one thread.
    scenarios = {place: dataset.get(records[place]["task"]) for place in todo}
    with ThreadPoolExecutor(in_flight, thread_name_prefix="judge") as pool:
        try:
            futures = {
                pool.submit(judge_statement, judge, records[place], scenarios[place]): place
                for place in todo
            }
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:  # else an interrupted run would go on until every statement is judged
            pool.shutdown(cancel_futures=True)
