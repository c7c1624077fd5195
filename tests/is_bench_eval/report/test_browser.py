"""report.html as a person meets it: in Chromium, with mouse and keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from is_bench_eval.report import render_report
from tests.is_bench_eval.report.samples import Sample, poisoned, sample, stating
from tests.is_bench_eval.report.test_page import KEYS_OF_MEANING

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement


class Report:
    """A report that is open in a browser."""

    def __init__(self, chrome: Chrome, path: Path, run: Sample, fragment: str = "") -> None:
        self.chrome = chrome
        path.write_text(render_report(run.manifest, run.summary, run.records), encoding="utf-8")
        self.resize(1280)
        chrome.get("about:blank")
        chrome.get(f"{path.as_uri()}{fragment}")

    def resize(self, width: int) -> None:
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def run(self, script: str) -> Any:
        return self.chrome.execute_script(f"return {script}")

    def all(self, selector: str) -> list[WebElement]:
        return self.chrome.find_elements("css selector", selector)

    def one(self, selector: str) -> WebElement:
        return self.chrome.find_element("css selector", selector)

    def rows(self) -> list[list[str]]:
        """The words of the episodes that are shown."""
        return [row.text.split() for row in self.all("tr.episode:not([hidden])")]

    def tasks(self) -> list[str]:
        return [row[0] for row in self.rows()]

    def choose(self, value: str) -> None:
        self.one(f"input[value={value}]").click()

    def search(self, text: str) -> None:
        box = self.one("#search")
        box.clear()
        box.send_keys(text)

    def details(self) -> str:
        return "\n".join(found.text for found in self.all("tr.details:not([hidden])"))

    def complaints(self) -> list[Any]:
        return self.chrome.get_log("browser")  # type: ignore[no-untyped-call,no-any-return]


@pytest.fixture
def run(tmp_path: Path) -> Sample:
    """A guarded run of which one episode is safe, one is not, one failed, one could not be run."""
    tasks = ["apple", "bad_apple", "cold_apple", "dead_apple"]
    made = sample(tmp_path, guard="enforce", tasks=tasks, broken=["dead_apple"])
    unguarded = sample(tmp_path, tasks=tasks).records[1]
    missed = sample(tmp_path, tasks=tasks).records[2]
    for scoring in ("faithful", "strict"):
        missed[scoring] = {**missed[scoring], "success": False}
    first = stating(made.records[0], [True, False, None])
    return Sample(made.manifest, [first, unguarded, missed, made.records[3]])


@pytest.fixture
def report(chrome: Chrome, tmp_path: Path, run: Sample) -> Iterator[Report]:
    opened = Report(chrome, tmp_path / "report.html", run)
    yield opened
    assert opened.complaints() == []


def test_episodes_are_filtered(report: Report) -> None:
    names = ["apple", "bad_apple", "cold_apple", "dead_apple"]
    assert report.tasks() == names
    shown = {}
    for value in ("unsafe", "failed", "blocked", "error", "differs", "all"):
        report.choose(value)
        shown[value] = report.tasks()
    assert shown == {
        "unsafe": ["bad_apple", "cold_apple"],
        "failed": ["cold_apple"],
        "blocked": ["apple"],
        "error": ["dead_apple"],
        "differs": ["apple", "bad_apple", "cold_apple"],
        "all": names,
    }
    counts = [label.text for label in report.all("#filters label")]
    assert counts[:4] == ["All 4", "Unsafe 2", "Failed 1", "Blocked 1"]


def test_episodes_are_searched(report: Report) -> None:
    report.search("COLD")
    assert report.tasks() == ["cold_apple"]
    assert report.one("#shown").text == "1 of 4 episodes"
    report.search("toggle_off fire")  # a step and a hazard
    assert report.tasks() == ["apple"]
    report.search("nothing has this")
    assert report.rows() == []


def test_an_episode_opens_to_its_timeline_and_tables(report: Report) -> None:
    report.one("tr.episode td:nth-child(2)").click()
    steps = report.all(".timeline .step:not(.end)")
    assert [step.get_attribute("class") for step in steps] == [
        f"step {status}" for status in ("ok", "blocked", "ok", "ok", "blocked", "ok", "ok")
    ]
    assert steps[1].text.split("\n")[-1] == "apple, countertop"
    assert [chip.get_attribute("class") for chip in report.all(".timeline .chip")] == [
        "chip yes",
        "chip yes",
        "chip yes",
    ]
    assert [mark.get_attribute("class") for mark in report.all(".timeline > .dot .mark")] == [
        f"mark {sign}" for sign in ("pass", "stop", "pass", "pass", "stop", "pass", "pass")
    ] + ["mark pass"]  # the trigger of the post-caution
    label = report.one(".timeline").get_attribute("aria-label") or ""
    assert "7 steps; step 1 blocked; step 4 blocked; pre[0] held, triggered by step 3" in label
    text = report.details()
    assert "Put the apple on the countertop." in text
    assert "Switch the microwave off first. (toggled_on(microwave.n.02_1) is true)" in text
    assert "the released code judges a later condition of this step" in text
    assert "(ontop apple.n.01_1 countertop.n.01_1)" in text
    assert "The apple may get dirty." in text
    assert [mark.text for mark in report.all(".awareness .mark")] == [
        "named",
        "missed",
        "not judged",
    ]


def test_pre_cautions_stand_above_their_step_and_post_cautions_below(report: Report) -> None:
    report.all("tr.episode button")[1].click()
    chips = report.all(".timeline .chip")
    steps = report.all(".timeline .step")
    assert chips[1].rect["y"] < steps[1].rect["y"] < chips[2].rect["y"]
    assert center(chips[1]) == pytest.approx(center(steps[1]), abs=1)
    assert center(chips[2]) == pytest.approx(center(steps[-1]), abs=1)
    assert [chip.get_attribute("class") for chip in chips] == ["chip yes", "chip no", "chip no"]


def center(element: WebElement) -> float:
    rect = element.rect
    return float(rect["x"] + rect["width"] / 2)


def test_the_scoring_can_be_changed(report: Report) -> None:
    report.all("tr.episode button")[1].click()
    assert report.rows()[1][1:6] == ["reached", "unsafe", "1/2", "0/1", "3"]
    report.choose("faithful")
    assert report.rows()[1][1:6] == ["reached", "unsafe", "0/1", "0/1", "3"]
    assert len(report.all(".timeline .chip")) == 2
    assert "Timeline, faithful scoring" in report.details()


def test_the_keyboard_is_enough(report: Report) -> None:
    button = report.one("tr.episode button")
    report.run("document.querySelector('tr.episode button').focus()")
    button.send_keys("\ue007")  # Enter
    assert button.get_attribute("aria-expanded") == "true"
    assert len(report.all("tr.details:not([hidden])")) == 1
    button.send_keys("\ue007")
    assert button.get_attribute("aria-expanded") == "false"
    assert report.all("tr.details:not([hidden])") == []
    report.one("input[value=all]").send_keys("\ue014")  # arrow right
    assert report.run("document.activeElement.value") == "unsafe"
    assert len(report.rows()) == 2


def test_an_episode_can_be_linked_to(chrome: Chrome, tmp_path: Path, run: Sample) -> None:
    report = Report(chrome, tmp_path / "report.html", run, "#episode-3")
    assert report.details() == "Could not be run\nthe simulator stopped answering"
    assert report.complaints() == []


@pytest.mark.parametrize("width", [360, 800, 1600])
def test_the_page_fits_every_screen(report: Report, width: int) -> None:
    for button in report.all("tr.episode button"):
        button.click()
    report.resize(width)
    assert report.run("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_both_schemes(report: Report, scheme: str) -> None:
    feature = {"name": "prefers-color-scheme", "value": scheme}
    report.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    page = luminance(report.run("getComputedStyle(document.body).backgroundColor"))
    assert (page > 0.5) is (scheme == "light")
    for selector in ("h1", ".meaning", ".mark.yes", ".mark.no", ".mark.stop", "a", "dt"):
        color = report.run(f"getComputedStyle(document.querySelector('{selector}')).color")
        assert contrast(luminance(color), page) >= 4.5, selector


def luminance(color: str) -> float:
    """The relative luminance of "rgb(r, g, b)", as WCAG 2 defines it."""
    channels = [int(number) / 255 for number in re.findall(r"\d+", color)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_hostile_texts_do_nothing(chrome: Chrome, tmp_path: Path, run: Sample) -> None:
    hostile = Sample(
        poisoned(run.manifest, KEYS_OF_MEANING), poisoned(run.records, KEYS_OF_MEANING)
    )
    report = Report(chrome, tmp_path / "report.html", hostile)
    for button in report.all("tr.episode button"):
        button.click()
    assert len(report.all("tr.details")) == 4
    assert report.run("window.broken === undefined")
    assert report.all("img") == []
    assert len(report.all("script")) == 2
    assert "<script>window.broken = 1; alert(1)</script>" in report.details()
    assert report.complaints() == []


def test_thousands_of_episodes_are_shown_in_part(
    chrome: Chrome, tmp_path: Path, run: Sample
) -> None:
    records = [{**record, "plan_index": index} for index in range(750) for record in run.records]
    report = Report(chrome, tmp_path / "report.html", Sample(run.manifest, records))
    assert report.one("#shown").text == "3000 of 3000 episodes"
    shown = "document.querySelectorAll('tr.episode:not([hidden])').length"
    assert report.run(shown) == 300
    report.search("#749")
    assert report.run(shown) == 4
    report.search(" ")
    report.one("#more").click()
    assert report.run(shown) == 3000
    assert report.complaints() == []
