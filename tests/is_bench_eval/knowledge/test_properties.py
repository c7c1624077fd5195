"""What `is-bench kb properties` says of things."""

from __future__ import annotations

import pytest

from is_bench_eval.cli.main import main


def test_properties_come_with_meaning_and_statement(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kb", "properties", "stove.n.01", "bottle of bleach"]) == 0
    told = capsys.readouterr().out
    assert "stove.n.01: stove.n.01" in told
    assert "hot_when_on" in told
    assert "toxic_to_children" in told
    assert ".yaml:" in told


def test_a_thing_that_is_not_recognised_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kb", "properties", "flurbel"]) == 1
    assert "flurbel: not recognised" in capsys.readouterr().out


def test_foreign_characters_are_made_visible(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kb", "properties", "\x1b[31mflurbel"]) == 1
    assert "\x1b[31m" not in capsys.readouterr().out


def test_an_empty_name_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kb", "properties", ""]) == 2
    assert "a name is empty" in capsys.readouterr().err
