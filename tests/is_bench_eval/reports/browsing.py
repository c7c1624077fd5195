"""A report in Chromium, and a run to look at."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from is_bench.chat import Usage
from is_bench.verdict import Obligation
from is_bench_eval.episodes.footage import Footage
from is_bench_eval.recording.footage_files import footage_file, write_footage
from is_bench_eval.recording.results import Record
from is_bench_eval.reports.page import render_report
from is_planner_node.core.conversation import Exchange, Turn
from tests.is_bench_eval.reports.samples import HOSTILE, Sample

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

PATIENCE_S = 20.0
SETTLED = """const done = arguments[0];
requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 0))"""
"""Events that are queued, a change of the address among them, come before timers."""
OVERFLOWING = """[...document.querySelectorAll("main *")].filter((node) =>
    !node.closest(".scroll, .sr, svg, thead, [hidden]") && node.getClientRects().length &&
    node.getBoundingClientRect().right > window.innerWidth + 1).map((node) => node.outerHTML)"""
"""What sticks out of the screen, but for what scrolls in a box of its own."""


class Page:
    """A page that is open in a browser."""

    def __init__(self, chrome: Chrome, path: Path, fragment: str = "") -> None:
        self.chrome = chrome
        self.path = path
        self.resize(1400)
        self.open(fragment)

    def open(self, fragment: str = "") -> None:
        self.chrome.get("about:blank")
        self.chrome.get(f"{self.path.as_uri()}{fragment}")

    def resize(self, width: int) -> None:
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def shade(self, scheme: str) -> None:
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def run(self, script: str) -> Any:
        self.settle()
        return self.chrome.execute_script(f"return {script}")

    def all(self, selector: str) -> list[WebElement]:
        self.settle()
        return self.chrome.find_elements("css selector", selector)

    def settle(self) -> None:
        """Wait until the page has handled what it was last told, such as a new address."""
        self.chrome.execute_async_script(SETTLED)

    def one(self, selector: str) -> WebElement:
        """The first such element, which the page may still be about to make."""
        from selenium.webdriver.support.wait import WebDriverWait

        self.settle()
        return WebDriverWait(self.chrome, PATIENCE_S).until(
            lambda chrome: chrome.find_element("css selector", selector)
        )

    def complaints(self) -> list[Any]:
        return self.chrome.get_log("browser")  # type: ignore[no-untyped-call,no-any-return]


class Report(Page):
    """A report."""

    def __init__(self, chrome: Chrome, path: Path, run: Sample, fragment: str = "") -> None:
        page = render_report(run.manifest, run.summary, run.records, path.parent)
        path.write_text(page, encoding="utf-8")
        super().__init__(chrome, path, fragment)

    def rows(self) -> list[list[str]]:
        """What stands in the cells of the episodes that are shown."""
        cells = "[...row.cells].map((cell) => cell.innerText.trim())"
        script = f"[...document.querySelectorAll('tr.episode')].map((row) => {cells})"
        found: list[list[str]] = self.run(script)
        return found

    def tasks(self) -> list[str]:
        return [row[0].split("\n")[0] for row in self.rows()]

    def choose(self, value: str) -> None:
        self.one(f"input[value={value}]").click()

    def search(self, text: str) -> None:
        box = self.one("#search")
        box.clear()
        box.send_keys(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.chrome.switch_to.active_element.send_keys(key)

    def episode(self) -> str:
        return self.one("#episode").text

    def moment(self) -> str:
        return self.one(".player .place").text

    def address(self) -> str:
        return str(self.run("decodeURIComponent(location.hash)"))


def film(run: Path, record: Record, others: tuple[str, ...] = ()) -> None:
    """Keep footage of an episode: a picture at each moment, what is due, and an exchange.

    `others` are the cameras on the strip beside the pictures.
    """
    pictures = []
    for shade in range(0, 240, 30):
        buffer = BytesIO()
        Image.new("RGB", (64, 48), (shade, shade, shade)).save(buffer, "WEBP")
        pictures.append(buffer.getvalue())
    due = Obligation("close_cabinet", 0, ("cabinet.n.01_1",))
    moments = len(record["steps"]) + 1
    exchange = Exchange(0, (Turn("user", HOSTILE, 1),), "OPEN(cabinet.n.01_1)", "", Usage(1, 9, 3))
    shown = tuple(pictures[:moments])
    strips = tuple(reversed(pictures))[:moments] if others else ()
    dues = ((), (due,), *((),) * (moments - 2))
    footage = Footage(shown, strips, ("south", *others), dues, (exchange,))
    write_footage(footage_file(run / "episodes", record["task"], 0), footage)
