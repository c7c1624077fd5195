"""study.html: what is in it, and that foreign text in it is only text."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

from is_bench_eval.studies.page import command_line, panels, render_study
from is_bench_eval.studies.tables import Column, Row, Table, number, share, text
from tests.is_bench_eval.reports.test_page import Page

HOSTILE = "<script>alert(1)</script>\u202e"
NONE = {"decisions": 0, "median": None, "p95": None, "p99": None, "max": None}
TIMING = {
    "unit": "ms",
    "planners": {"careless": {"task_safe": NONE, "plan_safe": NONE, "action_safe": NONE}},
}


def table(chart: str = "columns", **more: Any) -> Table:
    columns = [Column("a", "first"), Column("b", "second"), Column("n", "steps")]
    rows = [
        Row("one", "row one", {"a": share(1, 4), "b": share(0, 0), "n": number(2.0)}),
        Row("all", "row all", {"a": share(3, 4), "b": share(0, 0), "n": number(3.0)}),
    ]
    return Table("t", "A table", "What is counted.", columns, rows, "Head", chart, "all", **more)


def document(*tables: Table, **more: Any) -> dict[str, Any]:
    return {
        "study": "some",
        "title": "Some study",
        "about": ["How to read it, in short."],
        "scenarios": 4,
        "cases": 8,
        "failures": [],
        "tables": [found.document() for found in tables],
        "made": {
            "is_bench": "0.1.0",
            "arguments": {"study": "some", "tasks": None, "knowledge_base": ["a.yaml"]},
            "world": {"name": "released"},
            "dataset": {"title": "bundled twins", "tasks": 4, "sha256": "ab" * 32},
            "knowledge_base": {"constraints": 3, "sha256": "cd" * 32},
            "versions": {"python": "3.11"},
        },
        **more,
    }


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_table_has_figures_with_intervals_and_counts() -> None:
    said = words(render_study(document(table())))
    assert "How to read it, in short." in said
    assert "row one 25.0% [4.6, 69.9] 1/4 \N{EN DASH} 2.00" in said


def test_the_command_that_makes_it_again_can_be_copied() -> None:
    arguments = {"study": "some", "tasks": "a,b c", "knowledge_base": ["a.yaml", "b.yaml"]}
    assert command_line({**arguments, "answers": None}) == (
        "is-bench study some \\\n  --tasks 'a,b c' \\\n  --knowledge-base a.yaml \\\n"
        "  --knowledge-base b.yaml \\\n  --out DIR"
    )
    said = words(render_study(document(table())))
    assert "is_bench 0.1.0: is-bench study some \\ --knowledge-base a.yaml \\ --out DIR" in said
    assert f"Checksum of the scenarios (SHA-256) {'ab' * 32}" in said


def test_shares_are_drawn_with_their_intervals() -> None:
    html = render_study(document(table()))
    page = Page(html)
    fills = [
        found for tag, found in page.elements if tag == "rect" and "fill" in str(found["class"])
    ]
    assert [(found["class"], found["width"]) for found in fills] == [
        ("fill", "25.00%"),
        ("fill whole", "75.00%"),
    ]
    whisker = {"class": "whisker", "x1": "4.56%", "x2": "69.94%", "y1": "50%", "y2": "50%"}
    assert ("line", whisker) in page.elements


def test_only_what_was_counted_is_drawn() -> None:
    by_column = list(panels(table().document()))
    assert [(found["title"], len(found["bars"])) for found in by_column] == [("first", 2)]
    by_row = list(panels(table("rows").document()))
    assert [(found["title"], len(found["bars"])) for found in by_row] == [
        ("row one", 1),
        ("row all", 1),
    ]
    assert list(panels(table("").document())) == []


def test_what_stands_for_all_stands_out() -> None:
    (panel,) = panels(table().document())
    assert [bar["whole"] for bar in panel["bars"]] == [False, True]


def test_an_empty_table_says_why() -> None:
    empty = Table("t", "A table", "What is counted.", [], [], empty="Nothing was missed.")
    html = render_study(document(empty))
    assert "Nothing was missed." in words(html)
    assert Page(html).count("table") == 0


def test_failures_are_told_of() -> None:
    failures = [{"task": "a", "error": "E: x"}, {"task": "b", "error": "E: y"}]
    said = words(render_study(document(table(), failures=failures)))
    assert "2 scenarios could not be run. No figure counts them. a : E: x b : E: y" in said


def test_times_have_a_section_of_their_own() -> None:
    without, timed = render_study(document(table())), render_study(document(table()), TIMING)
    assert "Action-Safe, a step" in words(timed)
    before, _, rest = timed.partition('<section id="timing"')
    same = before + rest.partition("</section>\n\n")[2]
    assert '<li><a href="#timing">' in same
    assert words(same).replace("Time for a decision ", "") == words(without)


def test_foreign_text_is_only_text() -> None:
    hostile = Table(
        "t",
        HOSTILE,
        HOSTILE,
        [Column("a", HOSTILE)],
        [Row("r", HOSTILE, {"a": text(HOSTILE)})],
        head=HOSTILE,
        chart="columns",
        note=HOSTILE,
    )
    failures = [{"task": HOSTILE, "error": HOSTILE}]
    html = render_study(document(hostile, failures=failures, title=HOSTILE, about=[HOSTILE]))
    assert Page(html).count("script") == 0
    assert "\u202e" not in html
    assert "⟨U+202E⟩" in html


def test_the_page_needs_nothing_and_allows_nothing() -> None:
    html = render_study(document(table()))
    page = Page(html)
    assert not re.search(r'(src|href)="(?!#|data:)', html)
    (style,) = page.texts["style"]
    found = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = next(
        attributes["content"]
        for tag, attributes in page.elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy == (
        f"default-src 'none'; img-src data:; style-src 'sha256-{found}'; base-uri 'none'; "
        "form-action 'none'"
    )
    assert " style=" not in html
