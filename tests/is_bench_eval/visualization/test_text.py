from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from is_bench_eval.visualization.text import fitting, font_for, wrapped
from tests.sampling import examples

FONT = font_for(640)


@examples(100, 2000)
@given(st.text(max_size=300), st.integers(40, 600), st.integers(1, 5))
def test_lines_fit(text: str, width: int, most: int) -> None:
    lines = wrapped(text, FONT, width, most)
    assert len(lines) <= most
    assert all(FONT.getlength(line) <= width for line in lines)


def test_what_fits_is_all_there() -> None:
    text = "the guard stops what burns a cat and says so in a sentence"
    assert " ".join(wrapped(text, FONT, 200, 9)) == text
    assert wrapped("", FONT, 200, 3) == []


def test_what_does_not_fit_ends_in_dots() -> None:
    lines = wrapped("word " * 100, FONT, 200, 2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert fitting("short", FONT, 200) == "short"
