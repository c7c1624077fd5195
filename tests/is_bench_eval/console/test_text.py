from __future__ import annotations

import json

import pytest

from is_bench_eval.console.text import all_visible, counted, one_line, p_text, visible
from tests.is_bench_eval.reports.samples import HOSTILE


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, ünïcode, עברית, 👩‍🍳", "plain, ünïcode, עברית, 👩‍🍳"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("\x1b[31mred", "⟨U+001B⟩[31mred"),
        ("evil\u202etxt.exe", "evil⟨U+202E⟩txt.exe"),
        ("a\u2028b\u2066c\ufeff", "a⟨U+2028⟩b⟨U+2066⟩c⟨U+FEFF⟩"),
        ("half \ud83d", "half ⟨U+D83D⟩"),
        ("\r\x00\x9b", "⟨U+000D⟩⟨U+0000⟩⟨U+009B⟩"),
    ],
)
def test_what_steers_is_spelled_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_one_line_is_cut_where_it_is_too_long() -> None:
    assert one_line("a\n  b\tc") == "a b c"
    assert one_line("abcdef", 4) == "abc…"
    assert one_line("abcd", 4) == "abcd"
    assert one_line("a long word", 8) == "a long…"
    assert one_line("a long word", 7) == "a long…"
    assert one_line("A sentence. Another one.", 15) == "A sentence…"
    assert one_line("a " + "x" * 50, 30) == "a " + "x" * 27 + "…"


def test_every_text_of_a_document_is_made_visible() -> None:
    document = {"\u202e": ["\x1b", 1, None, True, {"deep": ("\x07", 0.5)}]}
    assert all_visible(document) == {
        "⟨U+202E⟩": ["⟨U+001B⟩", 1, None, True, {"deep": ["⟨U+0007⟩", 0.5]}]
    }
    json.dumps(all_visible(HOSTILE), ensure_ascii=False).encode()


@pytest.mark.parametrize(("count", "text"), [(0, "0 tasks"), (1, "1 task"), (2, "2 tasks")])
def test_a_noun_agrees_with_its_number(count: int, text: str) -> None:
    assert counted(count, "task") == text


def test_a_p_value_is_not_written_as_nought() -> None:
    assert [p_text(p) for p in (None, 0.0, 0.0009, 0.0314, 1.0)] == [
        *("-", "<0.001", "<0.001", "0.031", "1.000")
    ]
