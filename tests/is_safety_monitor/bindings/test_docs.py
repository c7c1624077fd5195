from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.is_safety_monitor.bindings.samples import read

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "reference" / "bindings.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
HEAD = """\
bindings: 1
robot: r
map: {frame: map, regions: {table: {box: [[0, 0], [1, 1]]}}}
things: {mug_1: {}}
"""


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n")[1].strip())
def test_every_file_and_part_of_the_page_can_be_read(block: str) -> None:
    assert read(block if block.startswith("bindings:") else HEAD + block).guarded
