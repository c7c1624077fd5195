"""`is-bench kb search` and `is-bench kb build`: finding constraints by what they mean."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from is_bench.domain import Domain
from is_bench.errors import InputError
from kb.constraint import Constraint
from kb.loader import load_library, load_texts, texts_of
from kb.retrieval import open_retriever, vector_cache


def search_command(
    text: str,
    top: int,
    files: Sequence[Path],
    domain: Domain | None,
    console: Console,
    embedder: str = "",
) -> int:
    """Show the `top` constraints that are nearest to `text`.

    The user's `files` name skills and predicates of `domain`; None: those of the library.  Raises
    InputError, and RetrievalUnavailable for an `embedder` that is not there.
    """
    if not text.strip():
        raise InputError("there is nothing to search for; write what the robot is to do")
    retriever = open_retriever(_constraints(files, domain), embedder)
    for constraint, score in retriever.search(text, top):
        head = Text(f"{score:.3f}  ").append(constraint.id, "bold")
        console.print(head.append(f"  {constraint.category}", "dim"))
        console.print(Padding(Text(constraint.text), (0, 0, 0, 7)))
    console.print(f"{len(retriever)} constraints, {retriever.method}", markup=False)
    return 0


def build_command(
    files: Sequence[Path], domain: Domain | None, console: Console, embedder: str = ""
) -> int:
    """Embed the constraints, so that the next start finds their vectors.

    Raises InputError, and RetrievalUnavailable for an `embedder` that is not there.
    """
    constraints = _constraints(files, domain)
    start = time.perf_counter()
    retriever = open_retriever(constraints, embedder)
    seconds = time.perf_counter() - start
    console.print(
        f"{len(retriever)} constraints, {retriever.method}: ready in {seconds:.2f} s", markup=False
    )
    where = vector_cache().folder if retriever.cached else "nothing, they are made at each start"
    console.print(f"vectors kept in: {where}", markup=False, soft_wrap=True)
    return 0


def _constraints(files: Sequence[Path], domain: Domain | None) -> tuple[Constraint, ...]:
    return load_texts(texts_of(files), domain, load_library())
