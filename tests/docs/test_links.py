"""Links between README, docs and the repository's files lead somewhere, also on GitHub."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, Link, Page, pages
from tests.source_tree import ROOT

each_page = pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
NAMED = re.compile(r"\bdocs/[\w/.-]+\.(?:md|png|gif)\b")
IN_TREE = re.compile(
    r"(?:^|(?<=\s))(?:benchmarks|examples|is_bench|is_bench_eval|is_planner_node|is_safety_monitor"
    r"|kb|ros2_ws|sim_bridge|tests|tools)/[\w./*-]*(?:\.[a-z]+|/)(?=$|[\s,;:])"
)
"""Files and folders; a name without an ending is one of the ROS graph."""
FILES = ("*.py", "*.yaml", "*.sh", "*.j2", "*.xml", "*.service", "*.toml", "Makefile")
HIDDEN = {".venv", "out", "build", "install", "log"}


def anchors(page: Page) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site both make them."""
    seen: Counter[str] = Counter()
    found = set()
    for heading in page.headings:
        slug = re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", heading.lower()).strip())
        if "--" not in slug and not seen[slug]:  # GitHub and the site disagree about others
            found.add(slug)
        seen[slug] += 1
    return found


def local_links(page: Page) -> list[Link]:
    """The links that stay in the repository."""
    return [link for link in page.links if not re.match(r"(https?|mailto):", link.target)]


@each_page
def test_links_lead_to_files_and_to_headings_in_them(page: Page) -> None:
    broken = []
    for link in local_links(page):
        target, _, anchor = link.target.partition("#")
        path = (page.path.parent / target).resolve() if target else page.path
        if not path.exists() or (anchor and anchor not in anchors(Page(path))):
            broken.append(f"{link.place}: {link.target}")
    assert broken == []


@each_page
def test_a_page_of_the_site_links_within_the_site(page: Page) -> None:
    if DOCS in page.path.parents:
        targets = [page.path.parent / link.target.partition("#")[0] for link in local_links(page)]
        assert [path for path in targets if not path.resolve().is_relative_to(DOCS)] == []


@each_page
def test_files_that_a_page_names_exist(page: Page) -> None:
    missing = [
        f"{page.name}:{line}: {named}"
        for line, text in page.code
        for named in IN_TREE.findall(text)
        if not any(ROOT.glob(named.rstrip("/.")))
    ]
    assert missing == []


def test_pages_that_code_and_settings_name_exist() -> None:
    missing = []
    for pattern in FILES:
        for path in ROOT.rglob(pattern):
            if HIDDEN & set(path.relative_to(ROOT).parts):
                continue
            named = NAMED.findall(path.read_text(encoding="utf-8"))
            missing += [f"{path}: {name}" for name in named if not (ROOT / name).is_file()]
    assert missing == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        path = waiting.pop()
        if path in reached or path.suffix != ".md" or not path.is_file():
            continue
        reached.add(path)
        waiting += [
            (path.parent / link.target.partition("#")[0]).resolve() for link in Page(path).links
        ]
    assert {page.path for page in pages()} - reached == set()
