"""Numbers that README states about the package are those of the package."""

from __future__ import annotations

import re

from is_bench.scenarios import bundled_dataset
from kb.loader import library_files, load_files, load_library
from tests.source_tree import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_number_of_constraints_is_right() -> None:
    (stated,) = re.findall(r"more than (\d+) executable constraints", README)
    assert int(stated) < len(load_library()) < int(stated) + 50


def test_more_than_half_of_the_constraints_are_laws() -> None:
    laws = load_files([path for path in library_files() if path.parent.name == "laws"])
    assert 0.5 < len(laws) / len(load_library()) < 0.75


def test_the_number_of_scenarios_in_the_demo_is_right() -> None:
    stated = {int(number) for number in re.findall(r"(\d+) scenarios over ROS", README)}
    (dynamic,) = re.findall(r"^DEMO_DYNAMIC := (.*)$", MAKEFILE, re.MULTILINE)
    assert set(dynamic.split()) <= set(bundled_dataset("dynamic").names)
    assert stated == {len(bundled_dataset().names) + len(dynamic.split())}
