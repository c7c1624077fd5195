"""The output folder of a run: written atomically, resumable at any moment.

results.jsonl grows by one flushed line an episode; a line that a crash cut short is dropped when
the run resumes.  At the end the lines are put into the order of the input, and everything else is
written beside its place and renamed into it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from is_bench.errors import Place, shorten
from is_bench_eval.errors import RunFolderProblem
from is_bench_eval.recording.results import Record

Key = tuple[str, int]
"""(task, plan_index)."""

_CHOOSING = {"dataset", "tasks", "limit"}
"""Arguments that choose scenarios: where one differs, other scenarios say nothing more."""
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
            is_file = isinstance(error, FileExistsError | NotADirectoryError)
            why = "a file stands there; name a folder" if is_file else error.strerror
            raise RunFolderProblem(f"cannot be written: {why}", place) from None
        return done

    def _done(self, manifest: Mapping[str, Any], *, resume: bool) -> dict[Key, Record]:
        if not self.has_run:
            return {}
        if not resume:
            raise RunFolderProblem(
                "holds a run already; give another --out, or --resume to continue it",
                Place(str(self.path)),
            )
        self._check_same_run(manifest)
        return {(r["task"], r["plan_index"]): r for r in self._whole_lines() if "error" not in r}

    @property
    def has_run(self) -> bool:
        """Whether a run was begun in the folder."""
        return self._manifest_path.exists() or self._results_path.exists()

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
        differing = list(_differences(known, json.loads(json.dumps(manifest))))
        if differing:
            raise RunFolderProblem(
                f"holds another run, which cannot be resumed: {'; '.join(differing)}; "
                "give the same arguments, or another --out",
                Place(str(self.path)),
            )


def _differences(known: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[str]:
    """What a run in the folder has other than the one that is to be resumed."""
    arguments = list(_unlike(_values(known), _values(wanted)))
    yield from (said for _, said in arguments)
    if known.get("is_bench") != wanted.get("is_bench"):
        yield f"it was begun by is_bench {known.get('is_bench')}, this is {wanted.get('is_bench')}"
    then, now = (_part(manifest, "dataset") for manifest in (known, wanted))
    if then.get("plans_sha256") != now.get("plans_sha256"):
        yield "the plans have changed since"
    elif _CHOOSING.isdisjoint(name for name, _ in arguments) and then != now:
        files = "files of the " if then.get("sha256") != now.get("sha256") else ""
        yield f"the {files}dataset {'have' if files else 'has'} changed since"


def _values(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """All arguments of a run, whether given or defaulted."""
    arguments = _part(manifest, "arguments")
    return {**_part(arguments, "defaulted"), **_part(arguments, "given")}


def _part(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = document.get(name)
    return found if isinstance(found, dict) else {}


def _unlike(known: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Which arguments differ, and how; of those that have parts, the parts."""
    for name in dict.fromkeys((*known, *wanted)):
        was, now = known.get(name), wanted.get(name)
        if was == now:
            continue
        if isinstance(was, dict) and isinstance(now, dict):
            yield from _unlike(was, now)
        else:
            flag = f"--{name.replace('_', '-')}"
            yield name, f"{flag} was {_shown(was)} and is {_shown(now)}"


def _shown(value: Any) -> str:
    return "not given" if value is None or value == "" else shorten([json.dumps(value)])


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
