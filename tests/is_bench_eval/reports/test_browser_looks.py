"""The pages of runs in Chromium: wide and narrow, light and dark, hostile and huge."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from is_bench_eval.cli.main import main
from tests.is_bench_eval.reports.browsing import OVERFLOWING, Page, Report
from tests.is_bench_eval.reports.samples import Sample, poisoned, sample
from tests.is_bench_eval.reports.test_page import KEYS_OF_MEANING

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 420, 800, 1400])
def test_the_page_fits_every_screen(report: Report, width: int, scheme: str) -> None:
    report.shade(scheme)
    report.resize(width)
    for fragment in ("", "#/episode/apple/0?step=5"):
        report.open(fragment)
        assert report.run("document.documentElement.scrollWidth <= window.innerWidth")
        assert report.run(OVERFLOWING) == []


RAW = r"""(() => {
  const raw = /\b[a-z]\w*\([\w.]+(, ?[\w. ]+)*\)|\b[\w-]+\.[nvars]\.\d+(_\d+)?\b/;
  const aside = "script, style, .messages, .reply";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (raw.test(node.data) && !node.parentElement.closest(aside)) found.push(node.data);
  }
  return found;
})()"""
"""Facts and names of things as they are written in files, where persons read."""


def test_no_fact_and_no_thing_is_a_term(chrome: Chrome, tmp_path: Path) -> None:
    made = sample(tmp_path, guard="enforce", tasks=["apple", "bad_apple"])
    unguarded = sample(tmp_path, tasks=["cold_apple"]).records
    run = Sample(made.manifest, [*made.records, *unguarded])
    report = Report(chrome, tmp_path / "report.html", run)
    exact = (
        "[...document.querySelectorAll('#now [title], .conditions [title]')].map((n) => n.title)"
    )
    for fragment in ("", *(f"#/episode/{name}/0" for name in ("apple", "bad_apple", "cold_apple"))):
        report.open(fragment)
        assert report.run(RAW) == [], fragment
    assert any(title.startswith("open(cabinet.n.01_1)") for title in report.run(exact))
    assert report.complaints() == []


LANES = """[...document.querySelectorAll(".timeline .lane")].map((lane) =>
    lane.getBoundingClientRect().left - lane.closest(".scroll").getBoundingClientRect().left)"""
"""How far the labels of the timeline are from its left edge, in pixels."""


def test_the_labels_of_a_timeline_stay_while_it_scrolls(report: Report) -> None:
    report.resize(420)
    report.open("#/episode/apple/0?step=7")
    box = "document.querySelector('.timeline').closest('.scroll')"
    assert report.run(f"{box}.scrollLeft") > 100
    assert all(abs(left) < 1 for left in report.run(LANES))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_both_schemes(report: Report, scheme: str) -> None:
    report.shade(scheme)
    page = luminance(report.run("getComputedStyle(document.body).backgroundColor"))
    assert (page > 0.5) is (scheme == "light")
    for fragment in ("", "#/episode/apple/0?step=2", "#/episode/bad_apple/0"):
        report.open(fragment)
        assert_readable(report)


def assert_readable(page: Page) -> None:
    for color, ground, text in page.run(COLORS):
        assert contrast(luminance(color), luminance(ground)) >= 4.5, text


COLORS = """(() => {
  const solid = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const ground = getComputedStyle(at).backgroundColor;
      if (ground !== "rgba(0, 0, 0, 0)") return ground;
    }
    return "rgb(255, 255, 255)";
  };
  const spoken = (node) => [...node.childNodes].some((c) => c.nodeType === 3 && c.data.trim());
  const found = [...document.querySelectorAll("header *, main *")].filter((node) =>
    spoken(node) && node.getClientRects().length && !node.closest(".sr, option"));
  return found.map((node) => [getComputedStyle(node).color, solid(node), node.outerHTML]);
})()"""
"""Of everything that holds text: its color, that of its ground, and what it is."""


def luminance(color: str) -> float:
    """The relative luminance of "rgb(r, g, b)", as WCAG 2 defines it."""
    channels = [int(number) / 255 for number in re.findall(r"\d+", color)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_hostile_texts_do_nothing(chrome: Chrome, tmp_path: Path, filmed_run: Sample) -> None:
    hostile = Sample(
        poisoned(filmed_run.manifest, KEYS_OF_MEANING),
        poisoned(filmed_run.records, KEYS_OF_MEANING),
    )
    report = Report(chrome, tmp_path / "report.html", hostile)
    texts = []
    for index in range(4):
        report.open("")
        report.all("tr.episode a")[index].click()
        texts.append(report.episode())
        assert report.all("img") == []
    assert report.run("window.broken === undefined")
    assert len(report.all("script")) == 2
    assert all("<script>window.broken = 1; alert(1)</script>" in text for text in texts)
    assert report.complaints() == []


def test_thousands_of_episodes_are_shown_in_part(
    chrome: Chrome, tmp_path: Path, filmed_run: Sample
) -> None:
    records = [
        {**record, "plan_index": index} for index in range(750) for record in filmed_run.records
    ]
    report = Report(chrome, tmp_path / "report.html", Sample(filmed_run.manifest, records))
    assert report.one("#shown").text == "3000 of 3000 episodes"
    shown = "document.querySelectorAll('tr.episode').length"
    assert report.run(shown) == 300
    report.search("#749")
    assert report.run(shown) == 4
    report.search(" ")
    report.one("#more").click()
    assert report.run(shown) == 3000
    assert report.complaints() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_comparison_fits_and_leads_to_the_episodes_of_both_runs(
    chrome: Chrome, tmp_path: Path, scheme: str
) -> None:
    pages = []
    for guard in ("off", "enforce"):
        folder = tmp_path / guard
        folder.mkdir()
        made = sample(folder, guard=guard, tasks=["apple", "an_apple"])
        pages.append(made.write(folder / "run 1"))
    out = tmp_path / "comparison.html"
    assert main(["report", *map(str, pages), "--out", str(out)]) == 0
    page = Page(chrome, out)
    page.shade(scheme)
    for width in (420, 1400):
        page.resize(width)
        page.open()
        assert page.run(OVERFLOWING) == []
        assert_readable(page)
    assert "2 episodes changed: 2 safe now" in page.one(".changes .lead").text
    page.one(".changes td:nth-child(4) a").click()
    assert page.one("#episode h1").text == "an_apple"
    assert "enforcing guard" in chrome.title
    assert page.complaints() == []


BARE = """[...document.querySelectorAll("table.stacks td[data-label]")].filter((cell) =>
    cell.children.length && [...cell.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
  ).map((cell) => cell.outerHTML)"""
"""Cells of stacked tables with text beside elements: each piece would take a row of its own."""


def test_events_and_faults_are_a_table_that_fits_a_phone(
    chrome: Chrome, tmp_path: Path, filmed_run: Sample
) -> None:
    first, *others = filmed_run.records
    seen = {"step": 0, "time": 20, "actor": "", "false": []}
    occurrences = [
        {
            **seen,
            "kind": "event",
            "name": "cat_jumps_up",
            "actor": "cat",
            "true": ["ontop(cat, bed)"],
        },
        {**seen, "kind": "sense_fault", "name": "blind_spot", "true": ["ontop(towel, bed)"]},
    ]
    uncaused = [{**step, "cause": None} for step in first["steps"]]
    eventful = {**first, "steps": uncaused, "conditions": [], "occurrences": occurrences}
    made = Sample(filmed_run.manifest, [eventful, *others])
    report = Report(chrome, tmp_path / "report.html", made, "#/episode/apple/0")
    report.resize(420)
    rows = [" ".join(row.text.split()) for row in report.all("table.occurrences tbody tr")]
    assert "cat jumps up (cat)" in rows[0]
    assert "wrong percept" in rows[1]
    assert "None; actual facts: + true: towel is on bed" in rows[1]
    assert report.run(BARE) == []
    name = "document.querySelector('table.occurrences td[data-label=Name] > *').children"
    boxes = report.run(f"[...{name}].map((part) => part.getBoundingClientRect().top)")
    assert max(boxes) - min(boxes) < 4
    assert report.complaints() == []
