"""The output folder of a run: written atomically, resumable at any moment.

results.jsonl grows by one flushed line an episode; a line that a crash cut short is dropped when
the run resumes.  At the end the lines are put into the order of the input, and everything else is
written beside its place and renamed into it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from is_bench.errors import Place
from is_bench_eval.errors import RunFolderProblem
from is_bench_eval.results import Record

Key = tuple[str, int]
"""(task, plan_index)."""

IDENTITY = ("arguments", "dataset", "is_bench")
"""The parts of the manifest that a resumed run must agree with."""

_ERRORS = "backslashreplace"
"""What UTF-8 has no form for (halves of surrogate pairs) is written as JSON's escape for it."""


class RunFolder:
    """A folder that one run writes."""

    def __init__(self, path: Path) -> None:
        """Nothing is written before `open`."""
        self.path = path

    def open(self, manifest: Mapping[str, Any], *, resume: bool) -> dict[Key, Record]:
        """Prepare the folder; returns the episodes that it has already.

        Raises RunFolderProblem if it holds another run, or one and `resume` is not given.
        """
        try:
            done = self._done(manifest, resume=resume)
            self.path.mkdir(parents=True, exist_ok=True)
            self.write_json("manifest.json", manifest)  # first: without it nothing can be resumed
            self._rewrite(list(done.values()))
        except OSError as error:
            place = Place(str(self.path))
            raise RunFolderProblem(f"cannot be written: {error.strerror}", place) from None
        return done

    def _done(self, manifest: Mapping[str, Any], *, resume: bool) -> dict[Key, Record]:
        if not self._manifest_path.exists() and not self._results_path.exists():
            return {}
        if not resume:
            raise RunFolderProblem(
                "holds a run already; give another --out, or --resume to continue it",
                Place(str(self.path)),
            )
        self._check_same_run(manifest)
        return {(r["task"], r["plan_index"]): r for r in self._whole_lines() if "error" not in r}

    def append(self, record: Record) -> None:
        """Add an episode; it is on the disk when this returns."""
        with self._results_path.open("a", encoding="utf-8", errors=_ERRORS) as file:
            file.write(_line(record))
            file.flush()
            os.fsync(file.fileno())

    def finish(self, records: list[Record]) -> None:
        """Put the lines of results.jsonl into their final order."""
        self._rewrite(records)

    def write_json(self, name: str, document: Mapping[str, Any]) -> None:
        """Write a JSON file, whole or not at all."""
        self.write_text(name, json.dumps(document, indent=2) + "\n")

    def write_text(self, name: str, text: str) -> None:
        """Write a file, whole or not at all."""
        partial = self.path / f".{name}.partial"
        with partial.open("w", encoding="utf-8", errors=_ERRORS) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(self.path / name)

    @property
    def _manifest_path(self) -> Path:
        return self.path / "manifest.json"

    @property
    def _results_path(self) -> Path:
        return self.path / "results.jsonl"

    def _rewrite(self, records: list[Record]) -> None:
        self.write_text("results.jsonl", "".join(map(_line, records)))

    def _whole_lines(self) -> list[Record]:
        if not self._results_path.exists():
            return []
        lines = self._results_path.read_text(encoding="utf-8", errors="replace").split("\n")[:-1]
        return [record for line in lines if (record := _read_line(line)) is not None]

    def _known_manifest(self) -> dict[str, Any] | None:
        try:
            known = json.loads(self._manifest_path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return known if isinstance(known, dict) else None

    def _check_same_run(self, manifest: Mapping[str, Any]) -> None:
        known = self._known_manifest()
        if known is None:
            raise RunFolderProblem(
                "has results but no readable manifest.json, so it cannot be resumed",
                Place(str(self.path)),
            )
        wanted = json.loads(json.dumps(manifest))
        for part in IDENTITY:
            if known.get(part) != wanted.get(part):
                raise RunFolderProblem(
                    f"holds a run with another {part}: {known.get(part)}, not {wanted.get(part)}; "
                    "give the same arguments, or another --out",
                    Place(str(self.path)),
                )


def _line(record: Record) -> str:
    return json.dumps(record) + "\n"


def _read_line(line: str) -> Record | None:
    """The record in a line; None if a crash left something else: the episode is run again."""
    try:
        record = json.loads(line)
    except ValueError:
        return None
    whole = isinstance(record, dict) and {"task", "plan_index"} <= record.keys()
    return record if whole else None


def read_results(path: Path) -> list[Record]:
    """The lines of a results.jsonl."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
