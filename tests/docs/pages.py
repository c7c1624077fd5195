"""The project's Markdown pages, taken apart into blocks, headings, links and prose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.source_tree import ROOT

DOCS = ROOT / "docs"
REMARK = re.compile(r"<!--\s*([a-z ]+):\s*(.*?)\s*-->", re.DOTALL)
"""`<!-- not run: needs a robot -->`; remarks stand right above the block that they are about."""


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    page: Path
    """Absolute."""
    line: int
    """Of the opening fence, from 1."""
    language: str
    text: str
    remarks: Mapping[str, str]

    @property
    def place(self) -> str:
        """Where the block stands, as an editor understands it."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@dataclass(frozen=True)
class Link:
    """A link or picture of a page, as it is written."""

    page: Path
    line: int
    target: str

    @property
    def place(self) -> str:
        """Where the link stands, as an editor understands it."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@dataclass(frozen=True)
class Page:
    """One Markdown file."""

    path: Path

    @property
    def name(self) -> str:
        """The path from the root of the repository."""
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def text(self) -> str:
        """The file's content."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The fenced blocks, in order."""
        return tuple(self._blocks())

    def _blocks(self) -> Iterator[Block]:
        remarks: dict[str, str] = {}
        for token in self._tokens:
            if token.type == "html_block":
                remarks = {**remarks, **dict(REMARK.findall(token.content))}
            elif token.type == "fence":
                yield Block(self.path, _line(token), token.info.strip(), token.content, remarks)
                remarks = {}
            elif token.type not in _WRAPPERS:
                remarks = {}

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """The headings' texts, without markup."""
        inline = [
            after
            for token, after in zip(self._tokens, self._tokens[1:], strict=False)
            if token.type == "heading_open"
        ]
        return tuple(_plain(token) for token in inline)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The links and pictures, in order."""
        found = []
        for token in self._tokens:
            for child in token.children or ():
                target = child.attrGet("href") or child.attrGet("src")
                if target:
                    found.append(Link(self.path, _line(token), str(target)))
        return tuple(found)

    @cached_property
    def prose(self) -> tuple[tuple[int, str], ...]:
        """Every piece of running text with its line: no code, no addresses, no HTML."""
        return tuple(
            (_line(token), _plain(token, code=False))
            for token in self._tokens
            if token.type == "inline"
        )

    @cached_property
    def code(self) -> tuple[tuple[int, str], ...]:
        """Every piece of code within running text, with its line."""
        return tuple(
            (_line(token), child.content)
            for token in self._tokens
            for child in token.children or ()
            if child.type == "code_inline"
        )

    @cached_property
    def _tokens(self) -> list[Token]:
        return MarkdownIt("commonmark").enable("table").parse(self.text)


_WRAPPERS = {"bullet_list_open", "ordered_list_open", "list_item_open", "paragraph_close"}


def _line(token: Token) -> int:
    return (token.map or [0])[0] + 1


def _plain(token: Token, *, code: bool = True) -> str:
    wanted = {"text", "softbreak", *(["code_inline"] if code else [])}
    return "".join(
        child.content if child.type != "softbreak" else " "
        for child in token.children or ()
        if child.type in wanted
    )


def pages() -> tuple[Page, ...]:
    """README, CONTRIBUTING, the examples' READMEs and all of docs."""
    roots = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    examples = sorted((ROOT / "examples").rglob("*.md"))
    return tuple(Page(path) for path in [*roots, *examples, *sorted(DOCS.rglob("*.md"))])


def blocks(language: str | None = None) -> tuple[Block, ...]:
    """All blocks of all pages, or those in one language."""
    return tuple(
        block
        for page in pages()
        for block in page.blocks
        if language is None or block.language == language
    )
