"""report.html as a person meets it: in Chromium, with mouse and keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.is_bench_eval.reports.browsing import Report, film
from tests.is_bench_eval.reports.samples import Sample, replanned

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

ENTER, ESCAPE, END, LEFT, RIGHT = "\ue007", "\ue00c", "\ue010", "\ue012", "\ue014"


def test_the_story_stands_first_and_its_counts_lead_to_their_episodes(report: Report) -> None:
    assert "2 of 3 episodes were unsafe. The guard objected in 1; 1 of them ended safely." in (
        report.one("#story .lead").text
    )
    heads = [" ".join(head.text.split()) for head in report.all(".card h3")]
    assert heads[:3] == [
        "2 unsafe",
        "1 saved by the guard",
        "0 episodes with a missed hazard",
    ]
    report.one(".card.saved h3 a").click()
    assert (report.tasks(), report.address()) == (["apple"], "#/?show=saved")
    report.one(".card.wrong li a").click()
    assert report.address() == "#/episode/bad_apple/0"
    assert "Switch the microwave off first." in report.one(".tellings").text


def test_episodes_are_filtered_with_the_unsafe_ones_on_top(report: Report) -> None:
    names = ["bad_apple", "cold_apple", "dead_apple", "apple"]
    assert report.tasks() == names
    shown = {}
    for value in ("unsafe", "failed", "saved", "blocked", "error", "differs", "all"):
        report.choose(value)
        shown[value] = report.tasks()
    assert shown == {
        "unsafe": ["bad_apple", "cold_apple"],
        "failed": ["cold_apple"],
        "saved": ["apple"],
        "blocked": ["apple"],
        "error": ["dead_apple"],
        "differs": ["bad_apple", "cold_apple", "apple"],
        "all": names,
    }
    counts = [label.text for label in report.all("#filters label")]
    assert counts[:3] == ["All 4", "Unsafe 2", "Saved 1"]


def test_the_summary_leads_to_the_episodes_whose_instruction_was_refused(
    chrome: Chrome, tmp_path: Path, filmed_run: Sample
) -> None:
    first, second, missed, broken = filmed_run.records
    run = Sample(filmed_run.manifest, [first, second, {**missed, "ending": "refused"}, broken])
    report = Report(chrome, tmp_path / "report.html", run)
    report.one("#story .lead a[href$=refused]").click()
    assert (report.tasks(), report.address()) == (["cold_apple"], "#/?show=refused")
    assert "Refused 1" in [label.text for label in report.all("#filters label")]
    assert report.complaints() == []


def test_episodes_are_searched(report: Report) -> None:
    report.search("COLD")
    assert report.tasks() == ["cold_apple"]
    assert report.one("#shown").text == "1 of 4 episodes"
    report.search("toggle_off fire")  # a step and a hazard
    assert report.tasks() == ["apple"]
    report.search("nothing has this")
    assert report.rows() == []
    assert not report.one("#list").is_displayed()
    assert report.one("#none").text == "No episode matches. Show all episodes"
    report.one("#clear").click()
    assert len(report.tasks()) == 4
    assert not report.one("#none").is_displayed()


def test_the_heads_of_short_columns_say_what_they_stand_for(report: Report) -> None:
    hints = [head.get_attribute("title") or "" for head in report.all("#list thead button")]
    assert [hint.partition(":")[0] for hint in hints if hint] == [
        "Pre-cautions that held, of those judged",
        "Post-cautions that held, of those judged",
        "What the guard did; advised",
    ]


def test_episodes_are_sorted_and_the_address_survives_a_reload(report: Report) -> None:
    report.one("th[data-column=steps] button").click()
    assert report.tasks() == ["dead_apple", "bad_apple", "cold_apple", "apple"]
    report.one("th[data-column=steps] button").click()
    report.search("apple")
    report.choose("unsafe")
    report.one("th[data-column=task] button").click()
    report.one("th[data-column=task] button").click()
    report.choose("faithful")
    address = "#/?show=unsafe&q=apple&sort=-task&scoring=faithful"
    assert (report.address(), report.tasks()) == (address, ["cold_apple", "bad_apple"])
    report.chrome.refresh()
    assert (report.address(), report.tasks()) == (address, ["cold_apple", "bad_apple"])
    assert report.one("#search").get_attribute("value") == "apple"
    assert report.one("th[data-column=task]").get_attribute("aria-sort") == "descending"
    assert report.rows()[0][1:6] == ["missed", "unsafe", "0/1", "0/1", "3"]


def test_an_episode_is_a_page_of_its_own(report: Report) -> None:
    report.open("#/episode/apple/0")
    assert not report.one("#overview").is_displayed()
    steps = report.all(".timeline .step:not(.end)")
    assert [step.get_attribute("class") for step in steps] == [
        f"step {status}" for status in ("ok", "blocked", "ok", "ok", "blocked", "ok", "ok")
    ]
    assert steps[1].text.split("\n") == ["2", "blocked", "PLACE_ON_TOP", "apple, countertop"]
    assert [chip.get_attribute("class") for chip in report.all(".timeline .chip")] == [
        "chip yes",
        "chip yes",
        "chip yes",
    ]
    label = report.one(".timeline").get_attribute("aria-label") or ""
    assert "7 steps; step 2 blocked; step 5 blocked; pre 1 held, triggered by step 4" in label
    text = report.episode()
    assert "Put the apple on the countertop." in text
    assert "Switch the microwave off first. (microwave 1 is turned on)" in text
    assert "the released code judges a later condition of this step" in text
    assert "apple 1 is on countertop 1" in text
    assert "The apple may get dirty." in text
    assert [mark.text for mark in report.all(".awareness .mark")] == [
        "named",
        "missed",
        "not judged",
    ]


def test_the_slider_moves_everything_together(report: Report) -> None:
    report.open("#/episode/apple/0?step=1")
    assert "+\nnow true:\ncabinet 1 is open" in report.one("#now").text
    assert "close cabinet: cabinet 1 since step 1" in report.one("#now").text
    assert report.one("tr.current").text.startswith("1 OPEN(cabinet 1)")
    pictures = [report.one(".view").get_attribute("src")]
    report.press(RIGHT)
    assert (report.moment(), report.address()) == ("Step 2 of 7", "#/episode/apple/0?step=2")
    now = report.one("#now").text
    assert "PLACE_ON_TOP(apple 1, countertop 1) blocked" in " ".join(now.split())
    assert "Remedy: TOGGLE_OFF(microwave 1)" in now
    assert now.endswith("Open obligations\nNothing.")
    assert report.one(".timeline .current .number").text.startswith("2")
    pictures.append(report.one(".view").get_attribute("src"))
    report.one(".timeline .step[data-moment='7']").click()
    assert report.moment() == "Step 7 of 7"
    assert "Result\ngoal reached" in report.one("#now").text
    pictures.append(report.one(".view").get_attribute("src"))
    assert len(set(pictures)) == 3
    assert report.run("document.querySelector('.view').naturalWidth") == 64


def test_the_conversation_is_shown_as_text(report: Report) -> None:
    report.open("#/episode/apple/0")
    assert "Reply of the model\nOPEN(cabinet.n.01_1)" in report.one("#now").text
    report.one(".exchange summary").click()
    assert "<script>window.broken = 1" in report.one(".message .text").text
    assert len(report.all(".sent")) == 1
    assert report.run("window.broken === undefined")


def test_pre_cautions_stand_above_their_step_and_post_cautions_below(report: Report) -> None:
    report.open("#/episode/bad_apple/0")
    chips = report.all(".timeline .chip")
    steps = report.all(".timeline .step")
    assert chips[1].rect["y"] < steps[1].rect["y"] < chips[2].rect["y"]
    assert center(chips[1]) == pytest.approx(center(steps[1]), abs=1)
    assert center(chips[2]) == pytest.approx(center(steps[-1]), abs=1)
    assert [chip.get_attribute("class") for chip in chips] == ["chip yes", "chip no", "chip no"]


def center(element: WebElement) -> float:
    rect = element.rect
    return float(rect["x"] + rect["width"] / 2)


def test_the_end_covers_no_step(report: Report) -> None:
    report.open("#/episode/apple/0")
    report.resize(700)
    report.run("document.querySelector('.timeline').parentNode.scrollLeft = 60")
    *_, last, end = [step.rect for step in report.all(".timeline .step")]
    assert last["x"] + last["width"] <= end["x"]


def test_the_scoring_can_be_changed(report: Report) -> None:
    assert report.rows()[0][1:6] == ["reached", "unsafe", "1/2", "0/1", "3"]
    report.choose("faithful")
    assert report.rows()[0][1:6] == ["reached", "unsafe", "0/1", "0/1", "3"]
    report.one("tr.episode a").click()
    assert len(report.all(".timeline .chip")) == 2
    assert "Timeline, faithful scoring" in report.episode()


def test_the_keyboard_is_enough(report: Report) -> None:
    report.press("/", "apple", ESCAPE)
    assert report.address() == "#/?q=apple"
    report.press("j", "j", "k", "j")
    assert report.run("document.activeElement.innerText") == "cold_apple"
    report.press(ENTER)
    assert report.address() == "#/episode/cold_apple/0?q=apple"
    assert report.run("document.activeElement.tagName") == "H1"
    assert report.one(".walk .place").text == "2 of 4 “apple”"
    report.press(RIGHT, RIGHT, LEFT, END, LEFT)
    assert report.moment() == "Step 2 of 3"
    report.press("j", "j")
    assert report.one("#episode h1").text == "apple"
    report.press("k", "k")
    assert report.one("#episode h1").text == "cold_apple"
    report.one("#slider").send_keys(RIGHT)
    assert report.moment() == "Step 1 of 3"
    report.press(ESCAPE)
    assert report.address() == "#/?q=apple"
    assert report.run("document.activeElement.innerText") == "cold_apple"
    report.chrome.back()
    assert report.one("#episode h1").text == "cold_apple"


def test_an_episode_that_could_not_be_run_says_why(report: Report) -> None:
    report.open("#/episode/dead_apple/0?step=9")
    assert "Could not be run: the simulator stopped answering" in report.episode()


@pytest.mark.parametrize("fragment", ["#/episode/nobody/0", "#/?show=toString&sort=x", "#/%"])
def test_an_address_of_nothing_shows_the_list(report: Report, fragment: str) -> None:
    report.open(fragment)
    assert len(report.tasks()) == 4
    told = report.one("#unknown")
    if "nobody" not in fragment:
        assert not told.is_displayed()
        return
    assert told.text == ("This run has no episode nobody/0. All that it has are listed below.")
    report.choose("unsafe")
    assert not told.is_displayed()


def test_the_missed_hazards_add_up_and_lead_to_their_episodes(
    chrome: Chrome, tmp_path: Path, filmed_run: Sample
) -> None:
    guarded, unguarded, *others = filmed_run.records
    blind = {**guarded["guard"], "decisions": [], "objected_plans": []}
    run = Sample(filmed_run.manifest, [guarded, {**unguarded, "guard": blind}, *others])
    report = Report(chrome, tmp_path / "report.html", run)
    told = " ".join(report.one(".card.through .meaning").text.split())
    counts = [int(count.text) for count in report.all(".card.through .count")]
    assert f"missed {sum(counts)}. The missed ones by hazard:" in told
    report.one(".card.through li a").click()
    assert report.tasks() == ["bad_apple"]
    assert report.address().startswith("#/?show=silent&q=")


def test_further_decisions_say_which_plan_they_are_about(
    chrome: Chrome, tmp_path: Path, filmed_run: Sample
) -> None:
    first = filmed_run.records[0]
    warned = {**first["guard"]["decisions"][0], "module": "plan_safe", "decision": "warn"}
    guard = {**first["guard"], "decisions": [{**warned, "index": 5, "plan": 1}]}
    run = Sample(filmed_run.manifest, [{**first, "guard": guard}])
    report = Report(chrome, tmp_path / "report.html", run, "#/episode/apple/0")
    assert report.one("table.others tbody td").text == "plan 2, step 6"


def test_a_comparison_beside_the_report_is_linked(
    chrome: Chrome, tmp_path: Path, filmed_run: Sample
) -> None:
    report = Report(chrome, tmp_path / "report.html", filmed_run)
    assert "run again with --guard off" in report.one("#story .lead").text
    (tmp_path / "comparison.html").write_text("compared")
    report = Report(chrome, tmp_path / "report.html", filmed_run)
    assert "run again" not in report.one("#story .lead").text
    report.one("#story .lead a[href='comparison.html']").click()
    assert report.one("body").text == "compared"


def test_a_plan_that_was_rejected_stands_beside_its_objection(
    chrome: Chrome, tmp_path: Path, filmed_run: Sample
) -> None:
    run = Sample(filmed_run.manifest, [replanned(filmed_run.records[0])])
    report = Report(chrome, tmp_path / "report.html", run, "#/episode/apple/0")
    now = " ".join(report.one("#now").text.split())
    assert "Guard on plan 1 block step 2 of the plan: DONE" in now
    assert "(sink 1 is turned on) tap, long" in now
    assert "floods" not in now
    assert now.count("long") == 1
    advised = " ".join(report.one(".tellings .advised").text.split())
    assert advised == "the guard advised Turn the tap off. tap and 1 more below"
    listed = [" ".join(item.text.split()) for item in report.all(".advice > li")]
    assert listed == ["Turn the tap off. tap Remedy: TOGGLE_OFF(sink 1)", "Watch the water. long"]
    report.one("#now .plan summary").click()
    steps = report.all("#now .planned")
    assert [step.text for step in steps] == ["TOGGLE_ON(sink 1)", "DONE\nblock"]
    assert "block" in (steps[1].get_attribute("class") or "")
    assert "Plan 1, proposed before step 1" in report.one("section.plans").text
    report.press(RIGHT)
    assert "on plan 1" not in report.one("#now").text


def test_the_page_keeps_its_height_while_the_slider_moves(
    chrome: Chrome, tmp_path: Path, filmed_run: Sample
) -> None:
    run = Sample(filmed_run.manifest, [replanned(filmed_run.records[0])])
    report = Report(chrome, tmp_path / "report.html", run)
    heights = set()
    for step in range(8):
        report.open(f"#/episode/apple/0?step={step}")
        heights.add(report.run("document.documentElement.scrollHeight"))
    assert len(heights) == 1


def test_on_a_narrow_screen_a_step_takes_no_more_room_than_it_needs(
    chrome: Chrome, tmp_path: Path, filmed_run: Sample
) -> None:
    run = Sample(filmed_run.manifest, [replanned(filmed_run.records[0])])
    report = Report(chrome, tmp_path / "report.html", run)
    report.resize(420)
    for step in range(8):
        report.open(f"#/episode/apple/0?step={step}")
        panel, now = report.one("#now .panel.shown").rect, report.one("#now").rect
        assert now["height"] <= panel["height"] + 1


def test_on_a_narrow_screen_the_picture_stands_first(report: Report) -> None:
    report.resize(420)
    report.open("#/episode/apple/0")
    assert report.one(".view").rect["y"] < 400
    assert report.one(".player").rect["y"] < report.one(".tellings").rect["y"]
    report.resize(1400)
    assert report.one(".player").rect["y"] > report.one(".tellings").rect["y"]


def test_every_camera_that_was_kept_can_be_chosen(
    chrome: Chrome, tmp_path: Path, filmed_run: Sample
) -> None:
    film(tmp_path, filmed_run.records[0], others=("top", "east"))
    report = Report(chrome, tmp_path / "report.html", filmed_run, "#/episode/apple/0")
    first = report.one(".view").get_attribute("src")
    choices = report.all(".cameras label")
    assert [choice.text for choice in choices] == ["south", "top", "east"]
    choices[2].click()
    assert report.one("figcaption").text == "At the start, camera east"
    shown, frame = report.one(".view"), report.one(".frame").rect
    assert shown.get_attribute("src") != first
    assert shown.rect["width"] == pytest.approx(2 * frame["width"], abs=1)
    assert shown.rect["x"] == pytest.approx(frame["x"] - frame["width"], abs=1)
    report.press(RIGHT)
    assert "camera south" in report.one("figcaption").text
