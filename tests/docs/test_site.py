"""The site builds without warnings, and a page of it fetches nothing; where `make docs` was run."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.source_tree import ROOT

MKDOCS = ROOT / "out" / "docs_venv" / "bin" / "mkdocs"
FETCHED = re.compile(r"<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)=\"?(?:https?:)?//")


@pytest.mark.skipif(not MKDOCS.is_file(), reason="`make docs` installs mkdocs")
def test_the_site_builds_without_warnings_and_fetches_nothing(tmp_path: Path) -> None:
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    command = [str(MKDOCS), "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    pages = list(tmp_path.rglob("*.html"))
    assert pages
    fetching = [page for page in pages if FETCHED.search(page.read_text(encoding="utf-8"))]
    assert fetching == []
    assert (tmp_path / "search" / "search_index.json").is_file()
