"""Cache folders for tests, for `IS_BENCH_CACHE`."""

from __future__ import annotations

from pathlib import Path

from tests.source_tree import ROOT

VECTORS = ROOT / "out" / "tests" / "vectors"


def fresh_cache(folder: Path) -> Path:
    """Make `folder` a cache without answers of language models; it may be there.

    Vectors in it are kept from run to run: they depend on texts and the model alone, and to embed
    the library takes 8 s.
    """
    folder.mkdir(parents=True, exist_ok=True)
    VECTORS.mkdir(parents=True, exist_ok=True)
    link = folder / VECTORS.name
    if not link.is_symlink():
        link.symlink_to(VECTORS, target_is_directory=True)
    return folder
