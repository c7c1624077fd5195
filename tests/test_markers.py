"""Marked tests are where `tools/test.sh` looks for them."""

from __future__ import annotations

import re

from tests.source_tree import ROOT


def test_tests_over_dds_are_in_the_folders_that_the_script_names() -> None:
    script = (ROOT / "tools" / "test.sh").read_text(encoding="utf-8")
    named = re.search(r"^over_dds=\((.*)\)$", script, re.MULTILINE)
    assert named is not None
    folders = [ROOT / folder for folder in named[1].split()]
    marked = [
        path
        for path in (ROOT / "tests").rglob("test_*.py")
        if re.search(r"\bmark\.ros\b", path.read_text(encoding="utf-8"))
        and path.name != "test_markers.py"
    ]
    assert all(any(path.is_relative_to(folder) for path in marked) for folder in folders)
    assert [path for path in marked if not any(map(path.is_relative_to, folders))] == []
