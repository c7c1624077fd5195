"""Lines that are read behind an instruction."""

from __future__ import annotations

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable
from kb.requirements import read_restatements
from tests.kb.requirements.conftest import plain

TASK = "Keep the lamp off. Wipe the table with the sponge."


def read(kitchen: ObjectTable, *lines: str, task: str = TASK) -> list[list[str]]:
    found = read_restatements(task, lines, kitchen, load_domain("is_bench"))
    return [[*map(plain, own.constraints), *(f"? {text}" for text in own.unread)] for own in found]


def test_only_what_a_line_demands_is_told(kitchen: ObjectTable) -> None:
    assert read(kitchen, "Never open the window.", "Turn on the oven.") == [
        ["before OPEN(window): (or)"],
        [],
    ]


def test_no_line_refers_to_another_one(kitchen: ObjectTable) -> None:
    lines = ("Turn off the stove before you open the oven.", "Never open it.")
    alone = read(kitchen, lines[1], task="")
    assert read(kitchen, *lines, task="")[1:] == alone


def test_what_is_not_one_sentence_is_unread(kitchen: ObjectTable) -> None:
    for line in ("", "Never open the window. Never open the oven.", "Never open the piano."):
        (found,) = read(kitchen, line)
        assert [text[0] for text in found] == ["?"]
