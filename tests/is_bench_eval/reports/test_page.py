from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from is_bench_eval.reports.page import render_report
from tests.is_bench_eval.reports.samples import (
    HOSTILE,
    Sample,
    failed_record,
    poisoned,
    sample,
    stating,
)

KEYS_OF_MEANING = (
    *("status", "decision", "module", "kind", "when", "ending", "mode", "sha256"),
    *("name", "engine", "platform"),
)
"""Texts that are not foreign, but of a fixed set."""


class Page(HTMLParser):
    """The elements of a page with their texts."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.texts.setdefault(tag, []).append("")
        self._open = tag

    def handle_endtag(self, tag: str) -> None:
        del tag
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts[self._open][-1] += data

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)

    def data(self) -> Any:
        return json.loads(self.texts["script"][0])


def rendered(run: Sample) -> str:
    return render_report(run.manifest, run.summary, run.records)


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html.partition("<script")[0]).split())


def test_the_metrics_stand_side_by_side_with_their_counts(tmp_path: Path) -> None:
    text = words(rendered(sample(tmp_path)))
    assert "SR episodes that reached their goal 100.0% 2/2 100.0% 2/2" in text
    assert re.search(r"SRec pre .{,60} 0\.0% 0/2 50\.0% 2/4", text)
    assert "not measured" in text


def test_who_judged_stated_risks_and_what_was_not_judged_is_told(tmp_path: Path) -> None:
    made = sample(tmp_path)
    run = Sample(made.manifest, [stating(made.records[0], [True, False, None]), made.records[1]])
    page = render_report(run.manifest, run.summary, run.records)
    told = " ".join(page.split())
    assert "Of 3 risks, planners named 1 beforehand and missed 1; 1 could not be judged." in told
    assert "<bdi>a judge</bdi>" in told


def test_hazards_are_broken_down(tmp_path: Path) -> None:
    text = words(rendered(sample(tmp_path)))
    assert "Fire Hazard 2 0.0% 0/2 0.0% 0/2 \N{EN DASH} \N{EN DASH}" in text
    assert "Food Contamination 2 \N{EN DASH} 100.0% 2/2 \N{EN DASH} \N{EN DASH}" in text


@pytest.mark.parametrize("guard", ["off", "shadow", "enforce"])
def test_a_guard_that_peeks_is_told_of(tmp_path: Path, guard: str) -> None:
    text = words(rendered(sample(tmp_path, guard=guard)))
    assert ("The guard saw the annotations." in text) is (guard != "off")


def test_a_guard_that_does_not_peek_is_not_told_of(tmp_path: Path) -> None:
    run = sample(tmp_path, guard="enforce")
    run.manifest["guard"].update(knowledge="kb", sees_annotations=False)
    assert "saw the annotations" not in words(rendered(run))


def test_episodes_that_could_not_be_run_are_listed(tmp_path: Path) -> None:
    text = words(rendered(sample(tmp_path, broken=["second_apple"])))
    assert "1 episode could not be run." in text
    assert "second_apple : the simulator stopped answering" in text
    assert "could not be run" not in words(rendered(sample(tmp_path)))


def test_a_run_that_was_broken_off_is_told_of(tmp_path: Path) -> None:
    run = sample(tmp_path)
    assert "not finished" not in words(rendered(run))
    text = words(render_report(run.manifest, run.summary, run.records[:1]))
    assert "The run is not finished. Results of 1 of 2 episodes are shown." in text


def test_switches_that_are_on_are_listed(tmp_path: Path) -> None:
    run = sample(tmp_path)
    names = list(run.manifest["world"]["switches"])
    run.manifest["world"]["switches"][names[0]]["on"] = False
    text = words(rendered(run))
    assert names[0] not in text
    assert names[1] in text


def test_a_run_without_episodes_has_a_report(tmp_path: Path) -> None:
    run = Sample(sample(tmp_path).manifest, [])
    assert "0 episodes, 0 steps" in words(rendered(run))


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    html = rendered(sample(tmp_path, guard="enforce"))
    page = Page(html)
    links = [value for _, found in page.elements for key, value in found.items() if key == "href"]
    assert links
    assert all(link and link.startswith(("#", "data:,")) for link in links)
    assert not any("src" in found for _, found in page.elements)
    assert "@import" not in html
    assert "url(" not in html


def test_the_policy_allows_the_own_style_and_script_alone(tmp_path: Path) -> None:
    page = Page(rendered(sample(tmp_path)))
    policy = next(
        found["content"] or ""
        for tag, found in page.elements
        if tag == "meta" and found.get("http-equiv") == "Content-Security-Policy"
    )
    assert page.count("script") == 2
    assert f"script-src '{digest(page.texts['script'][1])}';" in policy
    assert f"style-src '{digest(page.texts['style'][0])}';" in policy
    assert "unsafe" not in policy
    assert not any("style" in found for _, found in page.elements)


def digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_hostile_texts_stay_texts(tmp_path: Path) -> None:
    plain = sample(tmp_path, guard="enforce", broken=["second_apple"])
    run = Sample(
        poisoned(plain.manifest, KEYS_OF_MEANING), poisoned(plain.records, KEYS_OF_MEANING)
    )
    html = rendered(run)
    page, harmless = Page(html), Page(rendered(plain))
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in harmless.elements]
    assert page.texts["script"][1] == harmless.texts["script"][1]
    assert page.data()["episodes"][0]["instruction"].startswith("</script><script>window.broken")
    assert "\u202e" not in html
    assert "\x1b" not in html
    html.encode()


def test_the_list_gets_every_episode_and_its_outcomes(tmp_path: Path) -> None:
    run = sample(tmp_path, broken=["second_apple"])
    ran, failed = Page(rendered(run)).data()["episodes"]
    assert ran["outcome"]["strict"] == {
        "success": True,
        "safe": False,
        "pre": [1, 2],
        "post": [0, 1],
    }
    assert ran["outcome"]["faithful"]["pre"] == [0, 1]
    assert ran["differs"] is True
    assert failed["error"] == "the simulator stopped answering"


@pytest.mark.parametrize("part", ["guard", "world", "dataset"])
def test_a_manifest_that_is_none_is_refused(tmp_path: Path, part: str) -> None:
    run = sample(tmp_path)
    del run.manifest[part]
    with pytest.raises(KeyError, match=part):
        rendered(run)


def test_errors_are_no_episodes_of_the_metrics(tmp_path: Path) -> None:
    run = sample(tmp_path)
    more = Sample(run.manifest, [*run.records, failed_record("third", HOSTILE)])
    assert "2 episodes, 6 steps" in words(rendered(more))
