"""replay.html in Chromium: everything to be read, wide and narrow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from is_bench.calls import SkillCall
from is_bench.domain import SourceText
from is_bench.feedback import Statement
from is_bench.guard_log import RecordedSettings
from is_bench.verdict import Decision, GuardMode, GuardStage, Verdict
from is_bench_eval.console.wording import readable
from is_bench_eval.replay.bags import ReplayedBag
from is_bench_eval.replay.comparing import Difference, Pair
from is_bench_eval.replay.page import render_replay
from is_bench_eval.replay.player import Rules
from is_bench_eval.replay.records import records
from is_bench_eval.reports.story import statements_of
from tests.is_bench_eval.reports.browsing import OVERFLOWING, Page

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

CALL = SkillCall("PLACE_ON_TOP", ("bottle_of_lighter_fluid.n.01_1", "coffee_table.n.01_1"))
WHY = "-furnishing_close_to_fire_or_heater +burnable_on_running_heat"

BREAKS = """[...document.querySelectorAll(
  "#different ~ details[open] :is(code, td:last-child)")].flatMap((node) => {
  const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), found = [];
  let line = "", top = null;
  while (walk.nextNode()) {
    for (let place = 0; place < walk.currentNode.length; place += 1) {
      const range = document.createRange();
      range.setStart(walk.currentNode, place);
      range.setEnd(walk.currentNode, place + 1);
      const box = range.getBoundingClientRect();
      if (top !== null && box.height && box.top > top + 5) { found.push(line); line = ""; }
      if (box.height) top = box.top;
      line += walk.currentNode.data[place];
    }
  }
  return found;
})"""
"""The lines of names and differences, but for the last one of each."""


def verdict(decision: Decision, feedback: str) -> Verdict:
    constraints = ("furnishing_close_to_fire_or_heater",)
    return Verdict(4, CALL, decision, GuardStage.ACTION_SAFE, constraints, feedback)


@pytest.fixture
def page(chrome: Chrome, tmp_path: Path) -> Page:
    feedback = f"It burns. {'Take it away first. ' * 9}"
    block, warn = (verdict(found, feedback) for found in (Decision.BLOCK, Decision.WARN))
    pair = Pair("task/0", 4, str(CALL), block, warn, Difference.DECISION, WHY)
    path = tmp_path / "replay.html"
    path.write_text(render_replay([ReplayedBag(tmp_path / "bag", (pair,), ())]), "utf-8")
    return Page(chrome, path)


@pytest.mark.parametrize("width", [420, 1400])
def test_no_column_is_squeezed_or_cut(page: Page, width: int) -> None:
    page.resize(width)
    page.open()
    assert page.run(OVERFLOWING) == []
    row = page.one("#different").find_element("xpath", "..//tbody/tr")
    listed = row.find_elements("css selector", "td")
    cells = {cell.get_attribute("data-label"): cell for cell in listed}
    assert readable(str(CALL)) in cells["Action"].text.replace("\n", " ")
    assert cells["Action"].rect["width"] > 200
    assert cells["Difference"].rect["width"] > 150
    assert WHY.split()[1] in cells["Difference"].text
    assert cells["Step"].text.startswith("5")
    assert page.complaints() == []


@pytest.mark.parametrize("width", [420, 1400])
def test_a_sign_stays_with_its_name_and_names_break_after_underscores(
    page: Page, width: int
) -> None:
    page.resize(width)
    page.open()
    breaks = page.run(BREAKS)
    assert breaks
    assert all(text.endswith(("_", " ", ",", "(")) or not text for text in breaks), breaks


def test_other_decisions_come_first_and_the_rest_is_folded(chrome: Chrome, tmp_path: Path) -> None:
    block, warn = (verdict(found, "It burns.") for found in (Decision.BLOCK, Decision.WARN))
    pairs = (
        Pair("a/0", 1, str(CALL), block, block, Difference.DETAILS, "remedy: none -> DONE"),
        Pair("b/0", 2, str(CALL), block, warn, Difference.DECISION, WHY),
        Pair("c/0", 3, str(CALL), block, block, Difference.DETAILS, "remedy: none -> DONE"),
    )
    path = tmp_path / "replay.html"
    path.write_text(render_replay([ReplayedBag(tmp_path / "bag", pairs, ())]), "utf-8")
    page = Page(chrome, path)
    parts = page.all("section[aria-labelledby=different] details")
    assert [part.find_element("css selector", "summary").text for part in parts] == [
        "1 has another decision",
        "2 differ in details",
    ]
    assert [part.get_attribute("open") for part in parts] == ["true", None]


def test_the_page_says_by_which_rules_was_judged(tmp_path: Path) -> None:
    block = verdict(Decision.BLOCK, "It burns.")
    pair = Pair("task/0", 4, str(CALL), block, block, Difference.NONE)
    by = RecordedSettings("enforce", "kb", "task,plan,action", 0, 0, (1, 1, 1), "")
    bag = ReplayedBag(tmp_path / "bag", (pair,), (), judged_by=(by,))
    mine = SourceText("mine.yaml", "")
    rules = Rules(constraint_files=(mine,), mode=GuardMode.SHADOW)
    page = render_replay([bag], rules)
    assert "<dt>Guard&#39;s mode</dt><dd><bdi>shadow; recorded: enforce</bdi>" in page
    assert "<bdi>task, plan, action (as recorded)</bdi>" in page
    assert "<bdi>mine.yaml; recorded: none</bdi>" in page


def test_a_reason_is_said_once_where_it_stayed(page: Page) -> None:
    row = page.one("#different").find_element("xpath", "..//tbody/tr")
    now = row.find_element("css selector", "td[data-label=Replayed]").text
    assert "warn" in now
    assert now.endswith("same reason")


def test_reasons_are_merged_as_in_a_report_and_the_remedy_stands_apart(tmp_path: Path) -> None:
    tap = "A tap that runs overflows. (toggled_on(sink.n.01_1) is true)"
    long = "Water that runs for long floods. (toggled_on(sink.n.01_1) is true)"
    off = SkillCall("TOGGLE_OFF", ("sink.n.01_1",))
    said = Verdict(
        4,
        CALL,
        Decision.BLOCK,
        GuardStage.ACTION_SAFE,
        ("tap", "long"),
        f"{tap} {long} First: {off}.",
        (off,),
    )
    pair = Pair("task/0", 4, str(CALL), said, None, Difference.NOT_REPLAYED)
    page = render_replay([ReplayedBag(tmp_path / "bag", (pair,), ())])
    record = next(records([ReplayedBag(tmp_path / "bag", (pair,), ())]))["recorded"]
    assert statements_of(record) == (Statement(tap, ("tap", "long")),)
    assert "<bdi>A tap that runs overflows. (sink 1 is turned on)</bdi>" in page
    assert f"<bdi>{long.partition('.')[0]}" not in page
    assert "<code>+name</code> is a constraint that objects only now" in page
    assert f'Remedy: <code title="{off}"><bdi>TOGGLE_OFF(sink 1)</bdi></code>' in page
