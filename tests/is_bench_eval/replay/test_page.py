"""replay.html in Chromium: everything to be read, wide and narrow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from is_bench.calls import SkillCall
from is_bench.verdict import Decision, GuardStage, Verdict
from is_bench_eval.replay.bags import ReplayedBag
from is_bench_eval.replay.comparing import Difference, Pair
from is_bench_eval.replay.page import render_replay
from tests.is_bench_eval.reports.browsing import OVERFLOWING, Page

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

CALL = SkillCall("PLACE_ON_TOP", ("bottle_of_lighter_fluid.n.01_1", "coffee_table.n.01_1"))
WHY = "-furnishing_close_to_fire_or_heater +burnable_on_running_heat"


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
    assert str(CALL) in cells["Action"].text.replace("\n", " ")
    assert cells["Action"].rect["width"] > 200
    assert cells["Difference"].rect["width"] > 150
    assert WHY.split()[1] in cells["Difference"].text
    assert cells["Step"].text.startswith("5")
    assert page.complaints() == []


def test_a_reason_is_said_once_where_it_stayed(page: Page) -> None:
    row = page.one("#different").find_element("xpath", "..//tbody/tr")
    now = row.find_element("css selector", "td[data-label=Replayed]").text
    assert "warn" in now
    assert now.endswith("same reason")
