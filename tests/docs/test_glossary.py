"""README and docs use the glossary's terms, and none of the words that it discards."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import DOCS, Page, pages

GLOSSARY = DOCS / "reference" / "glossary.md"
GENERATED = {"cli.md", "faults.md", "file_formats.md", "ros_interfaces.md"}
"""Pages that are made from texts elsewhere."""
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


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_a_page_uses_no_discarded_word(page: Page) -> None:
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, DISCARDED))})(s|ed|ing)?\b", re.IGNORECASE)
    found = [
        f"{page.name}:{line}: {match[0]}"
        for line, text in page.prose
        for match in pattern.finditer(text)
    ]
    assert found == []
