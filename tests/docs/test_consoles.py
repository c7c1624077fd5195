"""Every console block of README and docs is run, in page order, in one shell a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from is_bench.scenarios import bundled_dataset
from tests.chat_server.agents import careless
from tests.chat_server.server import serving
from tests.docs.consoles import Command, Done, Shell, agrees, commands
from tests.docs.pages import Block, Page, pages
from tests.ros.conftest import HAS_ROS
from tests.sampling import SOAK
from tests.source_tree import ROOT

LONG = ("is-bench eval", "is-bench study")
"""Commands that a remark `sampled` gives further arguments."""


def is_run(block: Block) -> bool:
    """Whether a block is run here and now."""
    remarks = block.remarks
    if block.language != "console" or {"not run", "run by"} & remarks.keys():
        return False
    return (SOAK or "soak" not in remarks) and (HAS_ROS or remarks.get("needs") != "ros")


def prepare(page: Page, folder: Path) -> None:
    """Lay out what commands find: the files that the page shows, the examples, the checkout."""
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "src").mkdir()
    (folder / "src" / "is_bench").symlink_to(ROOT)
    for block in page.blocks:
        if "file" in block.remarks:
            path = folder / block.remarks["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")


@contextmanager
def shell_of(page: Page, folder: Path) -> Iterator[Shell]:
    """A shell in the page's folder, with a scripted language model where a block asks for one."""
    prepare(page, folder)
    with ExitStack() as stack:
        asked = any("model" in block.remarks for block in page.blocks)
        script = careless(tuple(bundled_dataset())) if asked else None
        url = stack.enter_context(serving(script)).url if script else ""
        yield stack.enter_context(closing(Shell(folder, url)))


def asked_of(command: Command, block: Block) -> str:
    """What is run for a command: all of it, or a sample of a long one."""
    more = block.remarks.get("sampled", "")
    if not more or not command.text.startswith(LONG):
        return command.text
    text, mark, remark = command.text.partition("  #")
    return f"{text} {more}{mark}{remark}"


def check(command: Command, done: Done, block: Block) -> None:
    """Compare what came with what the page shows."""
    place = f"{block.place}: {command.text}\n"
    code = int(block.remarks.get("exits", 0))
    assert done.code in (0, code), f"{place}exit code {done.code}\n{done.output}"
    sampled = "sampled" in block.remarks and command.text.startswith(LONG)
    if command.expected and not sampled:
        shown = "\n".join(command.expected)
        message = f"{place}the page shows\n{shown}\nand this came\n{done.output}"
        assert agrees(command.expected, done.output), message


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in pages() if any(map(is_run, page.blocks))], ids=lambda page: page.name
)
def test_every_command_of_the_page_works_and_prints_what_the_page_shows(
    page: Page, tmp_path: Path
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    with shell_of(page, folder) as shell:
        for block in filter(is_run, page.blocks):
            if "before" in block.remarks:
                done = shell.run(block.remarks["before"])
                assert done.code == 0, f"{block.place}: before: {done.output}"
            for command in commands(block.text):
                check(command, shell.run(asked_of(command, block)), block)


def test_output_agrees_with_itself_and_with_what_may_vary() -> None:
    output = "\none  \n\n two 2.5 s\nthree\n"
    assert agrees(["one", "", " two 2.5 s", "three"], output)
    assert agrees(["one", "...", "three"], output)
    assert agrees(["...", " two ... s", "three"], output)
    assert agrees(["one", "", " two 2.5 s", "three", "..."], output)


@pytest.mark.parametrize(
    "expected",
    [["one"], ["one", "three"], ["...", " two ... m", "three"], ["one", "...", "four"], ["on..."]],
)
def test_output_that_differs_does_not_agree(expected: list[str]) -> None:
    assert not agrees(expected, "one\n\n two 2.5 s\nthree\n")


def test_a_block_is_taken_apart_into_commands_and_their_outputs() -> None:
    text = "$ first \\\n    --flag\nout\n$ second\n$ third\n  a\n  b\n"
    assert commands(text) == (
        Command("first \\\n    --flag", ("out",)),
        Command("second", ()),
        Command("third", ("  a", "  b")),
    )


def test_output_before_the_first_command_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with"):
        commands("out\n$ first\n")
