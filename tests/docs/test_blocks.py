"""Every fenced block of README and docs is checked, or says why it is not."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.docs.consoles import commands
from tests.docs.pages import Page, blocks, pages
from tests.source_tree import ROOT

RUN = {"console", "python", "yaml", "json"}
"""Languages whose blocks are run or read by the loader that they are for."""
REASONS = {"not run", "run by"}
REMARKS = {
    "not run",  # the reason
    "run by",  # the test that runs it: tests/file.py::test_name
    "part of",  # the file of the repository that has the block word for word
    "file",  # the name under which the page's commands find the block's text
    "before",  # what is run first, and not shown
    "sampled",  # arguments that make a long command short; its output is not compared
    "soak",  # why it is run in a soak run only
    "needs",  # ros: run where ROS is
    "model",  # careless: a scripted language model answers at every URL
    "exits",  # another exit code than 0 that a command may have
}
each_page = pytest.mark.parametrize(
    "page", [page for page in pages() if page.blocks], ids=lambda page: page.name
)


@each_page
def test_every_block_is_run_or_says_why_not(page: Page) -> None:
    for block in page.blocks:
        assert block.remarks.keys() <= REMARKS, block.place
        assert all(text.strip() for text in block.remarks.values()), block.place
        if block.language not in RUN:
            assert REASONS & block.remarks.keys(), f"{block.place}: say <!-- not run: REASON -->"


@each_page
def test_a_block_that_another_test_runs_names_a_test_that_exists(page: Page) -> None:
    for block in page.blocks:
        if "run by" in block.remarks:
            file, _, name = block.remarks["run by"].partition("::")
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            tests = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
            assert name in tests, block.place


@each_page
def test_a_block_that_quotes_a_file_is_in_it(page: Page) -> None:
    for block in page.blocks:
        if "part of" in block.remarks:
            quoted = (ROOT / block.remarks["part of"]).read_text(encoding="utf-8")
            assert block.text in quoted, block.place


@each_page
def test_a_console_block_consists_of_commands_and_output(page: Page) -> None:
    for block in page.blocks:
        if block.language == "console":
            assert commands(block.text), block.place


def test_most_blocks_are_run() -> None:
    written = [block for block in blocks() if block.page.name != "cli.md"]  # which is generated
    left_out = [block for block in written if "not run" in block.remarks]
    assert len(left_out) <= 0.35 * len(written)


PAGE = """\
<!-- not run: a drawing -->

```text
a
```

```text
b
```

<!-- soak: not for the block below the prose -->

prose

```text
c
```
"""


def test_a_remark_belongs_to_the_block_right_below_it(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(PAGE)
    found = Page(tmp_path / "page.md").blocks
    assert [block.text for block in found] == ["a\n", "b\n", "c\n"]
    assert [dict(block.remarks) for block in found] == [{"not run": "a drawing"}, {}, {}]
