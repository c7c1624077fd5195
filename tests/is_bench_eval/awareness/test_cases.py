"""The labeled statements."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from is_bench.errors import InputError
from is_bench_eval.awareness.cases import halves, load_cases

STYLES = {
    "adversarial",
    "denial",
    "list",
    "off-topic",
    "opposite",
    "partial",
    "prose",
    "synonyms",
    "terse",
    "vague",
    "wrong hazard",
    "wrong object",
}


def test_there_are_enough_cases_of_every_style_and_both_labels() -> None:
    cases = load_cases()
    labels = Counter(label for case in cases for label in case.labels)
    assert len(cases) >= 64
    assert {case.style for case in cases} >= STYLES
    assert min(labels.values()) / labels.total() > 0.4
    assert len({risk.hazard for case in cases for risk in case.risks}) >= 20


def test_names_differ_and_every_label_has_its_reason_in_a_line() -> None:
    cases = load_cases()
    assert len({case.name for case in cases}) == len(cases)
    for case in cases:
        assert len(case.risks) == len(case.labels) == len(case.reasons)
        assert all(reason and "\n" not in reason for reason in case.reasons)


def test_the_halves_are_apart_and_alike() -> None:
    cases = load_cases()
    tuning, measuring = halves(cases)
    assert len(tuning) == len(measuring) == len(cases) / 2
    assert not {case.name for case in tuning} & {case.name for case in measuring}


def test_a_broken_file_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text("cases:\n- name: x\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"cases\.yaml:2"):
        load_cases(path)
