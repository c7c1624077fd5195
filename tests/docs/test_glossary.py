"""README and docs use the glossary's terms, and none of the words that it discards."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

import pytest

from is_bench_eval.cli.commands import build_parser
from tests.docs.pages import DOCS, Page, pages
from tools.reference.commands import commands_of

GLOSSARY = DOCS / "reference" / "glossary.md"
GENERATED = {"faults.md", "file_formats.md", "ros_interfaces.md"}
"""Pages that are made from texts elsewhere; cli.md is checked."""
WRITTEN = [page for page in pages() if page.path != GLOSSARY and page.path.name not in GENERATED]


def rows() -> list[list[str]]:
    """The cells of the glossary's tables, without their heads."""
    lines = GLOSSARY.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    return [row for row in cells if row[0] not in ("term", "write") and set(row[0]) != {"-"}]


DISCARDED = [word.strip() for row in rows() for word in row[-1].split(",")]


def test_the_glossary_has_terms_in_order_and_each_once() -> None:
    terms = [row[0] for row in rows() if len(row) == 3]
    assert len(terms) >= 30
    assert terms == sorted(set(terms), key=str.lower)
    assert not {term.lower() for term in terms} & {word.lower() for word in DISCARDED}


PATTERN = re.compile(rf"\b({'|'.join(map(re.escape, DISCARDED))})(s|ed|ing)?\b", re.IGNORECASE)
FLAG = re.compile(r"--[a-z-]+")
"""Names of flags in running text: interfaces, not prose."""


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_a_page_uses_no_discarded_word(page: Page) -> None:
    found = [
        f"{page.name}:{line}: {match[0]}"
        for line, text in page.prose
        for match in PATTERN.finditer(text)
    ]
    assert found == []


def help_texts(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Every text of a parser and of the commands below it, without the names of flags."""
    texts = [parser.description, parser.epilog]
    for group in parser._action_groups:
        texts += [group.title, group.description]
        texts += [action.help for action in group._group_actions]
    yield from (FLAG.sub("", text) for text in texts if text)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from (listed.help or "" for listed in action._choices_actions)
            for inner in action.choices.values():
                yield from help_texts(inner)


@pytest.mark.parametrize("name", commands_of(build_parser()))
def test_the_help_of_a_command_uses_no_discarded_word(name: str) -> None:
    texts = list(help_texts(commands_of(build_parser())[name]))
    assert len(texts) >= 3
    assert [f"{match[0]}: {text}" for text in texts for match in PATTERN.finditer(text)] == []


def test_the_list_of_commands_uses_no_discarded_word() -> None:
    parser = build_parser()
    (commands,) = [item for item in parser._actions if item.choices]
    texts = [parser.description or "", *(item.help or "" for item in commands._choices_actions)]  # type: ignore[attr-defined]  # of argparse's commands
    assert [f"{match[0]}: {text}" for text in texts for match in PATTERN.finditer(text)] == []


def test_flags_are_left_out_of_the_texts_of_a_help() -> None:
    parser = argparse.ArgumentParser(description="--image-size sets the side; no anew")
    assert next(help_texts(parser)) == " sets the side; no anew"


@pytest.mark.parametrize("text", ["the danger", "Pictures of it", "state of the world", "duty"])
def test_discarded_words_are_found(text: str) -> None:
    assert PATTERN.search(text)
