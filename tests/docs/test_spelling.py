"""The pages are spelled as American English spells."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import Page, pages

BRITISH = re.compile(
    r"\b(\w*(?:behaviour|colour|favour|neighbour|labell|modell|cancelled|cancelling)\w*|grey"
    r"|licence|fulfils?|\w*met(?:re|res)|cent(?:re|res)"
    r"|\w*(?:analys|recognis|generalis|serialis|normalis|organis|summaris|minimis|optimis)"
    r"(?:e|ed|ing|able|ation))\b",
    re.IGNORECASE,
)
NAMES = re.compile(r"\w*[._]\w+|RecognisedObject|\"[^\"]*\"")
"""Names and values of the interfaces keep their spelling; those in code are no prose."""
ELSEWHERE = {"CHANGELOG.md", "glossary.md"}
"""The history, and the list of words that are not used."""


def british(page: Page) -> list[str]:
    return [
        f"{page.name}:{line}: {match[0]}"
        for line, text in page.prose
        for match in BRITISH.finditer(NAMES.sub("", text))
    ]


PAGES = [page for page in pages() if page.path.name not in ELSEWHERE]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_spelled_in_american_english(page: Page) -> None:
    assert british(page) == []


@pytest.mark.parametrize(
    "text", ["recognised", "Colours", "unrecognised", "behaviour", "5 metres", "grey", "modelling"]
)
def test_british_words_are_found(text: str) -> None:
    assert BRITISH.search(text)


@pytest.mark.parametrize("text", ["recognized", "parameters", "analysis", "center", "promise"])
def test_other_words_are_not(text: str) -> None:
    assert not BRITISH.search(text)
