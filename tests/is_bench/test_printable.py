"""Text of others on one line."""

from __future__ import annotations

import pytest

from is_bench.printable import printable_line


@pytest.mark.parametrize(
    ("text", "line"),
    [("a\n  b\tc ", "a b c"), ("a\x1b[31mb\u202e", "a [31mb"), ("", ""), ("abcd", "abcd")],
)
def test_what_cannot_be_printed_becomes_a_blank(text: str, line: str) -> None:
    assert printable_line(text, 10) == line


def test_a_longer_text_is_cut() -> None:
    assert printable_line("abcdef", 4) == "abcd"
    assert printable_line("abcdef", 4, "...") == "abcd..."
    assert printable_line("ab\n\n\ncd", 5, "...") == "ab cd"
