"""`is-bench domain check`: how a user's domain is understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from is_bench_eval.cli.main import main

DOMAIN = """
domain: gardener
title: A robot that looks after plants
extends: household
inherit: [DONE, NAVIGATE_TO, PICK]
predicates:
  watered: {arguments: 1, words: ["{0} is watered"]}
skills:
  WATER:
    meaning: water a plant from a can
    parameters: {plant: covered, can: source}
    requires: ["(held ?can)"]
    effects: ["(watered ?plant)"]
    duration: 20
    words: ["water {plant} with {can}"]
    kind_of: ["SPREAD(can, plant)"]
  HUM:
    meaning: hum a song to a plant
    parameters: {plant: handled}
labels: {fern: pot_plant.n.01}
"""


@pytest.fixture
def domain(tmp_path: Path) -> Path:
    path = tmp_path / "gardener.yaml"
    path.write_text(DOMAIN)
    return path


def said(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["domain", "check", *arguments]) == 0
    return capsys.readouterr().out


def test_own_skills_are_shown_in_full_and_others_by_name(
    domain: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(str(domain), capsys=capsys)
    assert "gardener: A robot that looks after plants\n" in text
    assert "WATER(plant, can): water a plant from a can\n    requires: (held ?can)\n" in text
    assert "    effect: (watered ?plant)\n    kind of: SPREAD(can, plant)\n" in text
    assert "skills of the package: NAVIGATE_TO(place), PICK(thing), DONE\n" in text


def test_what_looks_wrong_is_a_warning(domain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(str(domain), capsys=capsys)
    assert "warning: skill HUM: it has no effects" in text
    assert "warning: skill WATER" not in text
    assert text.count("warning: ") == int(text.split()[-2])


def test_objects_are_recognised_or_something_is_suggested(
    domain: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(str(domain), "--objects", "fern, RedMug_1,wattering cann", capsys=capsys)
    rows = {line.split()[0]: line for line in text.split("\n") if line.strip()}
    assert "pot_plant.n.01" in rows["fern"]
    assert "mug.n.04" in rows["RedMug_1"]
    assert "not recognised" in rows["wattering"]
    assert "watering can" in rows["wattering"]
    assert ", 2 of 3 objects recognised, " in text


def test_a_domain_of_the_package_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert "0 warnings" in said("household", capsys=capsys)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (DOMAIN.replace("(held ?can)", "(heald ?can)"), ":12:"),
        (DOMAIN.replace("extends: household", "extends: houshold"), "did you mean household"),
        ("[", "not YAML"),
    ],
)
def test_what_cannot_be_read_exits_with_2_and_the_place(
    text: str, message: str, domain: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    domain.write_text(text)
    assert main(["domain", "check", str(domain)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert f"is-bench: error: {domain}:" in told.err
    assert message in told.err


def test_no_such_domain_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["domain", "check", "houshold"]) == 2
    assert "did you mean household" in capsys.readouterr().err


def test_foreign_text_is_only_text(domain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    domain.write_text(DOMAIN.replace("hum a song to a plant", '"[red]hum[/]"'))
    assert "HUM(plant): [red]hum[/]\n" in said(str(domain), capsys=capsys)
