"""What retrieval costs, and that it finds what sentence-transformers on torch finds.

Needs the extra `retrieval` and the model; torch and sentence-transformers for the comparison, left
out without them.  Queries are the instructions and steps of the bundled scenarios.  Ours and theirs
take turns query by query, and search the same index.  Quote ratios: times depend on the machine and
on what else it does.

Usage: python benchmarks/retrieval.py [ROUNDS]     (default: 3)
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from is_bench.calls import parse_call
from is_bench.facts import FactSet
from is_bench.scenarios import bundled_dataset
from is_safety_monitor.core.plan_safe import subquery
from kb.loader import load_library
from kb.retrieval import Vectors
from kb.retrieval.dense import VectorIndex
from kb.retrieval.minilm import DIMENSION, MiniLm
from kb.retrieval.model_files import model_folder
from kb.retrieval.ranking import first

TOP = 3
START = """
import time
start = time.perf_counter()
from kb.loader import load_library
constraints = load_library()
loaded = time.perf_counter()
from kb.retrieval import open_retriever
retriever = open_retriever(constraints)
ready = time.perf_counter()
retriever.search("Wipe the stove.", 3)
print(loaded - start, ready - loaded, time.perf_counter() - ready, sep=" ")
"""


def main() -> None:
    """Print the figures."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    starts(rounds)
    ours = MiniLm.load()
    texts = [constraint.text for constraint in load_library()]
    queries = bundled_queries()
    print(f"{len(texts)} constraints, {len(queries)} queries")
    print(f"ours, query to top {TOP}: {median_ms(searcher(ours.embed, texts), queries):.2f} ms")
    large(ours, queries)
    if find_spec("sentence_transformers") is None:
        print("sentence-transformers is not installed: nothing to compare with")
        return
    compare(ours, texts, queries, rounds)


def bundled_queries() -> list[str]:
    """What the guard looks for in the bundled scenarios: instructions, and steps in words."""
    queries: dict[str, None] = {}
    dataset = bundled_dataset()
    for scenario in map(dataset.get, dataset.names):
        scene = scenario.scene
        queries[scene.instruction] = None
        facts = FactSet(scene.facts)
        calls = map(parse_call, scenario.plans.reference[:-1])
        queries.update((subquery(call, scene.domain, scene.objects, facts), None) for call in calls)
    return list(queries)


def nearest(index: VectorIndex, vector: Vectors) -> list[int]:
    """The rows of the nearest vectors."""
    return [row for row, _ in first(index.nearest(vector, TOP), TOP)]


def searcher(embed: Callable[[list[str]], Vectors], texts: list[str]) -> Callable[[str], list[int]]:
    """From a query to the rows of the nearest texts."""
    index = VectorIndex(embed(texts))
    return lambda query: nearest(index, embed([query])[0])


def median_ms(call: Callable[[Any], object], arguments: list[Any]) -> float:
    """The median time of a call."""
    return statistics.median(milliseconds(call, each) for each in arguments)


def milliseconds(call: Callable[[Any], object], argument: object) -> float:
    """The time of one call."""
    start = time.perf_counter()
    call(argument)
    return 1e3 * (time.perf_counter() - start)


def starts(rounds: int) -> None:
    """How long processes take to get ready, with an empty cache and with a full one."""
    for name in ("cold (vectors made)", "cached"):
        measured = []
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                if name == "cached":
                    start_once(folder)
                measured.append(start_once(folder))
        library, ready, query = (
            statistics.median(column) for column in zip(*measured, strict=True)
        )
        print(
            f"{name} start: library {library:.2f} s, retrieval {ready:.2f} s with imports, "
            f"first query {1e3 * query:.1f} ms"
        )


def start_once(cache: str) -> list[float]:
    """Seconds that a new process takes: library, retrieval, first query."""
    environment = {**os.environ, "IS_BENCH_CACHE": cache}
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", START], capture_output=True, text=True, check=True, env=environment
    )
    return [float(figure) for figure in done.stdout.split()]


def large(ours: MiniLm, queries: list[str]) -> None:
    """Searching many vectors: what comes after embedding."""
    generator = np.random.default_rng(0)
    asked = list(ours.embed(queries[:100]))
    for count in (1_000, 10_000, 100_000):
        vectors = generator.standard_normal((count, DIMENSION), np.float32)
        index = VectorIndex(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
        search = partial(nearest, index)
        taken = [milliseconds(search, each) for each in asked]
        print(
            f"{count} vectors, top {TOP} after embedding: median "
            f"{statistics.median(taken):.2f} ms, worst of {len(taken)} {max(taken):.2f} ms"
        )


def compare(ours: MiniLm, texts: list[str], queries: list[str], rounds: int) -> None:
    """Ours beside the reference."""
    import torch
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(model_folder()), device="cpu")

    def reference(asked: list[str]) -> Vectors:
        found: Vectors = model.encode(asked, show_progress_bar=False)
        return found

    everything = [*texts, *queries]
    cosines = (ours.embed(everything) * reference(everything)).sum(axis=1)
    mine, other = searcher(ours.embed, texts), searcher(reference, texts)
    same = sum(mine(query) == other(query) for query in queries)
    print(f"identical top {TOP}: {same} of {len(queries)}; least cosine {cosines.min():.7f}")
    for threads in sorted({1, torch.get_num_threads()}):
        torch.set_num_threads(threads)
        pairs = [
            (milliseconds(mine, query), milliseconds(other, query))
            for _ in range(rounds)
            for query in queries
        ]
        fast, slow = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratio = statistics.median(theirs / own for own, theirs in pairs)
        print(
            f"query to top {TOP}: ours {fast:.2f} ms, torch with {threads} threads {slow:.2f} ms; "
            f"median ratio {ratio:.2f}"
        )


if __name__ == "__main__":
    main()
