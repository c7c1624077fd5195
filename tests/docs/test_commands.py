"""Commands that docs show, also those that are not run, have the right names and arguments."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from is_bench_eval.cli.commands import build_parser
from tests.docs.consoles import commands
from tests.docs.pages import Block, blocks
from tests.source_tree import ROOT

LAUNCHED = re.compile(r"ros2 launch is_bench (\S+)((?:\s+\w+:=\S+)*)")
RUN = re.compile(r"ros2 run is_bench ([\w-]+)")
PARAMETER = re.compile(r"-p '?(\w+):=")


def shown(pattern: re.Pattern[str]) -> Iterator[tuple[Block, re.Match[str]]]:
    """Where a pattern occurs in the commands of console blocks."""
    for block in blocks("console"):
        for command in commands(block.text):
            for match in pattern.finditer(command.text.replace("\\\n", " ")):
                yield block, match


def words_of(text: str) -> list[list[str]]:
    """The arguments of every `is-bench` in a shell command."""
    text = re.sub(r"\s#.*", "", text.replace("\\\n", " "))
    return [
        shlex.split(part.strip().rstrip("&"))[1:]
        for part in re.split(r"&&|;|\|(?!\S)", text)
        if part.strip().startswith("is-bench ")
    ]


def test_every_is_bench_command_has_arguments_that_exist(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrong = []
    parser = build_parser()
    for block in blocks("console"):
        for command in commands(block.text):
            for words in words_of(command.text):
                try:
                    parser.parse_args(words)
                except SystemExit:
                    wrong.append(f"{block.place}: {words}: {capsys.readouterr().err}")
    assert wrong == []


def test_launch_files_and_their_arguments_exist() -> None:
    found = [(block, match) for block, match in shown(LAUNCHED)]
    assert found
    for block, match in found:
        path = ROOT / "launch" / match[1]
        assert path.is_file(), block.place
        declared = path.read_text(encoding="utf-8")
        for name in re.findall(r"(\w+):=", match[2]):
            assert f'"{name}"' in declared, f"{block.place}: {name}"


def test_executables_and_their_parameters_exist() -> None:
    scripts = (ROOT / "setup.py").read_text(encoding="utf-8")
    for block, match in shown(RUN):
        assert f'"{match[1]} = ' in scripts, block.place
    defaults = "".join(path.read_text() for path in (ROOT / "config").glob("*.yaml"))
    for block, match in shown(PARAMETER):
        assert f"{match[1]}:" in defaults, f"{block.place}: {match[1]}"


def test_make_has_the_targets() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    texts = [(path, path.read_text(encoding="utf-8")) for path in markdown()]
    missing = {
        f"{path}: make {name}"
        for path, text in texts
        for name in re.findall(r"`make ([a-z][a-z-]*)", text) + re.findall(r"^\$ make (\S+)", text)
        if not re.search(rf"^{name}:", makefile, re.MULTILINE)
    }
    assert missing == set()


def markdown() -> list[Path]:
    """README, CONTRIBUTING and docs."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
