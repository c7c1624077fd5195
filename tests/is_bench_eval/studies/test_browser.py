"""study.html as a person meets it: in Chromium, wide and narrow, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from is_bench_eval.studies.page import render_study
from tests.is_bench_eval.studies.test_page import TIMING, document, table

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.fixture(params=["light", "dark"])
def page(chrome: Chrome, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Chrome]:
    path = tmp_path / "study.html"
    path.write_text(render_study(document(table()), TIMING), encoding="utf-8")
    theme = {"features": [{"name": "prefers-color-scheme", "value": request.param}]}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", theme)
    chrome.get(path.as_uri())
    yield chrome
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert chrome.get_log("browser") == []  # type: ignore[no-untyped-call]


def resize(chrome: Chrome, width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


@pytest.mark.parametrize("width", [1280, 400, 320])
def test_the_page_fits(page: Chrome, width: int) -> None:
    resize(page, width)
    wide: int = page.execute_script("return document.documentElement.scrollWidth")
    assert wide <= width


@pytest.mark.parametrize("width", [1280, 400])
def test_bars_are_as_long_as_their_shares(page: Chrome, width: int) -> None:
    resize(page, width)
    short, long, ground = (
        page.find_element("css selector", f"rect.{name}").rect["width"]
        for name in ("fill", "fill.whole", "ground")
    )
    assert ground > 60
    assert short / ground == pytest.approx(0.25, abs=0.02)
    assert long / ground == pytest.approx(0.75, abs=0.02)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colors, after the Web Content Accessibility Guidelines 2.2."""
    high, low = sorted(map(luminance, (one, other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(color: str) -> float:
    parts = [int(part) / 255 for part in color.partition("(")[2].rstrip(")").split(",")[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def color(page: Chrome, selector: str, name: str) -> str:
    element = page.find_element("css selector", selector)
    value: str = page.execute_script(
        "return getComputedStyle(arguments[0])[arguments[1]]", element, name
    )
    return value


def test_everything_can_be_told_from_its_ground(page: Chrome) -> None:
    ground = color(page, "body", "backgroundColor")
    assert contrast(color(page, ".interval", "color"), ground) > 4.5
    assert contrast(color(page, "text.tick", "fill"), ground) > 4.5
    assert contrast(color(page, "rect.fill", "fill"), ground) > 3
    assert contrast(color(page, "rect.fill.whole", "fill"), ground) > 3
    assert contrast(color(page, "line.whisker.inner", "stroke"), ground) > 7


def test_no_interval_of_a_table_is_broken(page: Chrome) -> None:
    resize(page, 400)
    lines: list[int] = page.execute_script(
        "return [...document.querySelectorAll('.figures .interval')].map("
        "(node) => node.getClientRects().length)"
    )
    assert set(lines) == {1}
