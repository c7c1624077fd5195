from __future__ import annotations

import io

import pytest

from is_bench_eval.console.progress import progress_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar("replay", None) as bar:
        bar.expect(2)
        bar.expect(1)
        bar.advance()
        bar.say("[bold]lost[/] a worker")
    assert "1/3" in terminal.getvalue()
    assert "[bold]lost[/] a worker" in terminal.getvalue()


def test_elsewhere_nothing_is_shown_but_what_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("episodes", 3) as bar:
        bar.reach(2)
        bar.advance(what="[red]x")
        bar.say("lost a worker")
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "lost a worker\n")
