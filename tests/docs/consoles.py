"""Blocks of a terminal: `$ ` begins a command; what follows is its output, `...` what varies."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.source_tree import ROOT

_END = "is-bench-docs-end"
_ADDRESS = re.compile(r"https?://[^\s'\"/]+(?:/[\w.-]+)*")


@dataclass(frozen=True)
class Command:
    """A command with the output that the page shows; without any, none is compared."""

    text: str
    expected: tuple[str, ...]


@dataclass(frozen=True)
class Done:
    """What became of a command; the output has stdout and stderr as they came."""

    code: int
    output: str


def commands(text: str) -> tuple[Command, ...]:
    """The commands of a console block.

    A command goes on in the next line after a backslash.

    Raises:
        ValueError: Output stands before the first command.
    """
    found: list[tuple[list[str], list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append(([line[2:]], []))
        elif not found:
            raise ValueError(f"a console block begins with '$ ', not with {line!r}")
        elif not found[-1][1] and found[-1][0][-1].endswith("\\"):
            found[-1][0].append(line)
        else:
            found[-1][1].append(line)
    return tuple(Command("\n".join(lines), tuple(shown)) for lines, shown in found)


def agrees(expected: Sequence[str], output: str) -> bool:
    """Whether `output` is what a page shows.

    A line `...` stands for any lines or none, `...` within a line for any characters of it.  Spaces
    at the ends of lines, and blank lines, do not count.
    """
    pattern = "".join(_pattern(line) for line in _trimmed(expected))
    came = "".join(f"{line}\n" for line in _trimmed(output.splitlines()))
    return re.fullmatch(pattern, came) is not None


def _trimmed(lines: Sequence[str]) -> list[str]:
    return [line.rstrip() for line in lines if line.strip()]


def _pattern(line: str) -> str:
    if line.strip() == "...":
        return "(?:[^\n]*\n)*?"
    return "[^\n]*".join(re.escape(part) for part in line.split("...")) + "\n"


class Shell:
    """One bash in a scratch folder, which keeps its folder and variables between commands."""

    def __init__(self, folder: Path, address: str = "") -> None:
        """Begin in `folder`; `address`, if any, takes the place of every URL in commands."""
        self._output = folder.parent / f"{folder.name}.out"
        self._address = address
        self._bash = subprocess.Popen(
            ["bash", "--norc", "--noprofile"],  # noqa: S607  # whichever bash comes first
            cwd=folder,
            env=_environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, text: str) -> Done:
        """Run a command to its end."""
        if self._address:
            text = _ADDRESS.sub(self._address, text)
        stdin, stdout = self._bash.stdin, self._bash.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(f"{{ {text}\n}} >{self._output} 2>&1 </dev/null; echo {_END} $?\n")
        stdin.flush()
        for line in stdout:
            if line.startswith(_END):
                return Done(int(line.split()[1]), self._output.read_text(encoding="utf-8"))
        raise AssertionError(f"the shell ended in {text!r}")

    def close(self) -> None:
        """End the shell and what runs in it."""
        self._bash.communicate("exit\n")


def _environment(folder: Path) -> Mapping[str, str]:
    own = {
        "PATH": f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}",
        "HOME": str(folder),
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "ROS_LOG_DIR": str(folder / ".ros"),
    }
    unwanted = {"IS_BENCH_DATA", "OPENAI_API_KEY", "VIRTUAL_ENV_PROMPT"}
    return {**{key: value for key, value in os.environ.items() if key not in unwanted}, **own}
